/// A webhook that somebody adds.
struct NewWebhookBody: Codable, Sendable, Documented {
    let address: String
    /// A super app or a mini app, if it is about nothing else.
    let about: String?
    /// The actions of the audit log that it is told of; all if there are none.
    let actions: [AuditAction]?

    var webhook: NewWebhook { NewWebhook(address: address, about: about, actions: Set(actions ?? [])) }

    static let schemaName = "NewWebhook"
    static let schema = JSONSchema.object(
        [
            "address": .text(1...NewWebhook.maximumAddress), "about": .text(1...200),
            "actions": .list(of: .one(of: AuditAction.allCases.map(\.rawValue)), upTo: 200),
        ], optional: ["about", "actions"])
}
