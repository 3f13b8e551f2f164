/// Whether a comment is resolved.
struct ResolutionBody: Codable, Sendable, Documented {
    let isResolved: Bool

    static let schemaName = "Resolution"
    static let schema = JSONSchema.object(["isResolved": .bool])
}
