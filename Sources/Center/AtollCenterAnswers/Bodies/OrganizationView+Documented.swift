import AtollCenterAPI
import AtollCenterDomain

extension OrganizationView: Documented {
    package init(_ organization: Organization, for permissions: CallerPermissions) throws {
        self.init(
            id: organization.id,
            name: organization.name,
            publisher: organization.publisher?.rawValue,
            ownsSuperApps: organization.ownsSuperApps,
            needsSecondFactor: organization.needsSecondFactor,
            isClosed: organization.isClosed,
            created: organization.created,
            revision: organization.revision,
            actions: Actions(try permissions.actions(of: PermissionSubject(organization: organization.id))))
    }

    package static let schemaName = "Organization"
    package static let schema = JSONSchema.object(
        [
            "id": .organization, "name": .text(1...100),
            "publisher": .reverseDomain, "ownsSuperApps": .bool, "needsSecondFactor": .bool, "isClosed": .bool,
            "created": .time, "revision": .integer(1...Int(Int32.max)), "actions": Action.listSchema,
        ], optional: ["publisher"])
}
