/// A webhook that was just added, with its secret, which is shown this once.
package struct NewWebhookView: Codable, Sendable {
    /// The secret with which the receiver verifies deliveries: `whsec_` and base64.
    package let secret: String
    package let webhook: WebhookView

    package init(secret: String, webhook: WebhookView) {
        self.secret = secret
        self.webhook = webhook
    }
}
