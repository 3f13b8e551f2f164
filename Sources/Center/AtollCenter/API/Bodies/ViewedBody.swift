/// Whether one has looked at a file.
struct ViewedBody: Codable, Sendable, Documented {
    let path: String
    let isViewed: Bool

    static let schemaName = "Viewed"
    static let schema = JSONSchema.object(["path": .text(1...255), "isViewed": .bool])
}
