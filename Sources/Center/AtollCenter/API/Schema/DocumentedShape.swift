/// The schema of a type, by its name, and those that it refers to.
struct DocumentedShape: Sendable {
    let name: String
    var schemas: [String: JSONSchema]
}
