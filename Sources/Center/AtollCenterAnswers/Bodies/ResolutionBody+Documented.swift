import AtollCenterAPI

extension ResolutionBody: Documented {
    package static let schemaName = "Resolution"
    package static let schema = JSONSchema.object(["isResolved": .bool])
}
