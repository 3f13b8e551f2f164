/// Roles that somebody is given.
struct RolesBody: Decodable, Sendable, Documented {
    let roles: [AssignedRole]

    static let schemaName = "Roles"
    static let schema = JSONSchema.object([
        "roles": .list(of: RoleView.schema, upTo: AssignedRole.maximumCount, from: 1)
    ])
}
