struct AccountView: Codable, Sendable, Documented {
    let id: String
    let email: String
    let name: String
    let hasSecondFactor: Bool
    let organizations: [Membership]

    struct Membership: Codable, Sendable {
        let organization: String
        let roles: [RoleView]
    }

    init(_ account: Account, _ person: Person) {
        id = account.id
        email = account.email
        name = account.name
        hasSecondFactor = account.hasSecondFactor
        organizations = person.memberships.map {
            Membership(organization: $0.organization, roles: $0.roles.map(RoleView.init))
        }
    }

    static let schemaName = "Account"
    static let schema = JSONSchema.object([
        "id": .text(1...64), "email": .email, "name": .text(1...100), "hasSecondFactor": .bool,
        "organizations": .list(
            of: .object([
                "organization": .organization,
                "roles": .list(of: RoleView.schema, upTo: AssignedRole.maximumCount),
            ]), upTo: 1_000),
    ])
}
