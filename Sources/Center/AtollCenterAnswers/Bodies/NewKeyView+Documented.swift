import AtollCenterAPI

extension NewKeyView: Documented {
    package static let holdsSecret = true
    package static let schemaName = "NewKeyAnswer"
    package static let schema = JSONSchema.object(["text": .text(1...200), "key": .named(KeyView.schemaName)])
    package static var shape: DocumentedShape {
        DocumentedShape(
            name: schemaName, schemas: [schemaName: schema, KeyView.schemaName: KeyView.schema])
    }
}
