import AtollCenterAPI

extension NewInvitation: Documented {
    package static let schemaName = "NewInvitation"
    package static let schema = JSONSchema.object([
        "email": .email, "roles": .list(of: AssignedRole.schema, upTo: AssignedRole.maximumCount, from: 1),
    ])
}
