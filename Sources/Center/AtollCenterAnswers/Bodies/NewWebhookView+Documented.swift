import AtollCenterAPI

extension NewWebhookView: Documented {
    package static let holdsSecret = true
    package static let schemaName = "NewWebhookAnswer"
    package static let schema = JSONSchema.object(["secret": .text(), "webhook": WebhookView.schema])
}
