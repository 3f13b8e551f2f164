/// Another name for something.
struct NameBody: Decodable, Sendable, Documented {
    let name: String

    static let schemaName = "Name"
    static let schema = JSONSchema.object(["name": .text(1...100)])
}
