import AtollCenterAPI

extension ResolutionBody: Documented {
    static let schemaName = "Resolution"
    static let schema = JSONSchema.object(["isResolved": .bool])
}
