import AtollCenterAPI
import AtollCenterDomain

extension AccountView: Documented {
    package init(_ account: Account, _ person: Person) {
        let organizations = person.memberships.map {
            Membership(
                organization: $0.organization, roles: $0.roles, actions: Actions(PermissionMatrix.actions(of: $0.roles))
            )
        }
        self.init(
            id: account.id,
            email: account.email,
            name: account.name,
            hasSecondFactor: account.hasSecondFactor,
            organizations: organizations)
    }

    package static let schemaName = "Account"
    package static let schema = JSONSchema.object([
        "id": .text(1...64), "email": .email, "name": .text(1...100), "hasSecondFactor": .bool,
        "organizations": .list(
            of: .object([
                "organization": .organization,
                "roles": .list(of: AssignedRole.schema, upTo: AssignedRole.maximumCount),
                "actions": Action.listSchema,
            ]), upTo: 1_000),
    ])
}
