import AtollCenterAPI

extension RolesBody: Documented {
    package static let schemaName = "Roles"
    package static let schema = JSONSchema.object([
        "roles": .list(of: AssignedRole.schema, upTo: AssignedRole.maximumCount, from: 1)
    ])
}
