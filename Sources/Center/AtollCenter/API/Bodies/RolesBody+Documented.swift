import AtollCenterAPI

extension RolesBody: Documented {
    static let schemaName = "Roles"
    static let schema = JSONSchema.object([
        "roles": .list(of: AssignedRole.schema, upTo: AssignedRole.maximumCount, from: 1)
    ])
}
