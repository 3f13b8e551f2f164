/// An address that is told of what happens.
struct WebhookView: Codable, Sendable, Documented {
    let id: String
    let address: String
    let about: String?
    let actions: [String]
    /// Whether it is told of anything at all: not after too many failures.
    let isOn: Bool
    /// The last row of the audit log that it was told of, or that was not for it.
    let number: Int
    /// How often the next one was tried.
    let failures: Int
    /// When it is tried again, in seconds since 1970.
    let next: Int
    /// Why the last attempt failed.
    let message: String
    let created: Int

    init(_ hook: Webhook) {
        id = hook.id
        address = hook.address
        about = hook.about
        actions = hook.actions.map(\.rawValue).sorted()
        isOn = hook.isOn
        number = hook.number
        failures = hook.failures
        next = hook.next
        message = hook.message
        created = hook.created
    }

    static let schemaName = "Webhook"
    static let schema = JSONSchema.object(
        [
            "id": .text(1...100), "address": .text(1...NewWebhook.maximumAddress), "about": .text(),
            "actions": .list(of: .one(of: AuditAction.allCases.map(\.rawValue)), upTo: 200), "isOn": .bool,
            "number": .integer(0...(1 << 53)), "failures": .integer(0...100), "next": .time, "message": .text(),
            "created": .time,
        ], optional: ["about"])
}
