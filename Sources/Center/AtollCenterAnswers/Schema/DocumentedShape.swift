/// The schema of a type, by its name, and those that it refers to.
package struct DocumentedShape: Sendable {
    package let name: String
    package var schemas: [String: JSONSchema]

    package init(name: String, schemas: [String: JSONSchema]) {
        self.name = name
        self.schemas = schemas
    }
}
