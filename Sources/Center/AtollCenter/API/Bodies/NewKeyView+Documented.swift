import AtollCenterAPI

extension NewKeyView: Documented {
    static let holdsSecret = true
    static let schemaName = "NewKeyAnswer"
    static let schema = JSONSchema.object(["text": .text(1...200), "key": .named(KeyView.schemaName)])
    static var shape: DocumentedShape {
        DocumentedShape(
            name: schemaName, schemas: [schemaName: schema, KeyView.schemaName: KeyView.schema])
    }
}
