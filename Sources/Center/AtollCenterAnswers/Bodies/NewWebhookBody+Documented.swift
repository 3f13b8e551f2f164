import AtollCenterAPI
import AtollCenterDomain

extension NewWebhookBody: Documented {
    package var webhook: NewWebhook { NewWebhook(address: address, about: about, actions: Set(actions ?? [])) }

    package static let schemaName = "NewWebhook"
    package static let schema = JSONSchema.object(
        [
            "address": .text(1...NewWebhook.maximumAddress), "about": .text(1...200),
            "actions": .list(of: .one(of: AuditAction.allCases.map(\.rawValue)), upTo: 200),
        ], optional: ["about", "actions"])
}
