import AtollCenterAPI

extension NewWebhookView: Documented {
    static let holdsSecret = true
    static let schemaName = "NewWebhookAnswer"
    static let schema = JSONSchema.object(["secret": .text(), "webhook": WebhookView.schema])
}
