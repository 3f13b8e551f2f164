import AtollCenterAPI
import AtollCenterDomain

extension MiniAppView: Documented {
    package init(_ miniApp: MiniAppRecord, isAnnounced: Bool, for permissions: CallerPermissions) throws {
        self.init(
            id: miniApp.id.rawValue,
            publisher: miniApp.publisher.rawValue,
            organization: miniApp.organization,
            superApp: miniApp.superApp?.id.rawValue,
            quarantine: miniApp.quarantine,
            isAnnounced: isAnnounced,
            actions: Actions(try permissions.actions(of: miniApp.subject)))
    }

    package static let schemaName = "MiniApp"
    package static let schema = JSONSchema.object(
        [
            "id": .reverseDomain, "publisher": .reverseDomain, "organization": .organization,
            "superApp": .reverseDomain, "quarantine": .text(), "isAnnounced": .bool, "actions": Action.listSchema,
        ], optional: ["organization", "superApp", "quarantine"])
}
