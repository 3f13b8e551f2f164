struct NewInvitation: Decodable, Sendable, Documented {
    let email: String
    let roles: [AssignedRole]

    static let schemaName = "NewInvitation"
    static let schema = JSONSchema.object([
        "email": .email, "roles": .list(of: RoleView.schema, upTo: AssignedRole.maximumCount, from: 1),
    ])
}
