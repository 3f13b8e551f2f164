/// A webhook that was just added, with its secret, which is shown this once.
package struct NewWebhookView: Codable, Sendable {
    /// By which the receiver verifies what it is told: `whsec_` and base64.
    package let secret: String
    package let webhook: WebhookView

    package init(secret: String, webhook: WebhookView) {
        self.secret = secret
        self.webhook = webhook
    }
}
