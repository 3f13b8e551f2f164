import AtollCenterAPI

extension NewInvitation: Documented {
    static let schemaName = "NewInvitation"
    static let schema = JSONSchema.object([
        "email": .email, "roles": .list(of: AssignedRole.schema, upTo: AssignedRole.maximumCount, from: 1),
    ])
}
