/// A type of JSON that the Center's document describes.
package protocol Documented {
    /// Its name among the document's schemas.
    static var schemaName: String { get }
    static var schema: JSONSchema { get }
    /// The schema with those that it refers to.
    static var shape: DocumentedShape { get }
    /// Whether a value holds a secret that is in no database.
    static var holdsSecret: Bool { get }
}

extension Documented {
    package static var holdsSecret: Bool { false }
    package static var shape: DocumentedShape { DocumentedShape(name: schemaName, schemas: [schemaName: schema]) }
}
