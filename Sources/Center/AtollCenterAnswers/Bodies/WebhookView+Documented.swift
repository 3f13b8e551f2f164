import AtollCenterAPI
import AtollCenterDomain

extension WebhookView: Documented {
    package init(_ hook: Webhook) {
        self.init(
            id: hook.id,
            address: hook.address,
            about: hook.about,
            actions: hook.actions.map(\.rawValue).sorted(),
            isOn: hook.isOn,
            number: hook.number,
            failures: hook.failures,
            next: hook.next,
            message: hook.message,
            created: hook.created)
    }

    package static let schemaName = "Webhook"
    package static let schema = JSONSchema.object(
        [
            "id": .text(1...100), "address": .text(1...NewWebhook.maximumAddress), "about": .text(),
            "actions": .list(of: .one(of: AuditAction.allCases.map(\.rawValue)), upTo: 200), "isOn": .bool,
            "number": .integer(0...(1 << 53)), "failures": .integer(0...100), "next": .time, "message": .text(),
            "created": .time,
        ], optional: ["about"])
}
