/// A webhook that was just added, with its secret, which is shown this once.
struct NewWebhookView: Codable, Sendable, Documented {
    /// By which the receiver verifies what it is told: `whsec_` and base64.
    let secret: String
    let webhook: WebhookView

    static let holdsSecret = true
    static let schemaName = "NewWebhookAnswer"
    static let schema = JSONSchema.object(["secret": .text(), "webhook": WebhookView.schema])
}
