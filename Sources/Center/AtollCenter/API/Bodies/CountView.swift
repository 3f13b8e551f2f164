/// A number of things.
struct CountView: Codable, Sendable, Documented {
    let count: Int

    static let schemaName = "Count"
    static let schema = JSONSchema.object(["count": .integer(0...Int.max)])
}
