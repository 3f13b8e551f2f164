import AtollCenterAPI

extension PageView {
    /// - Parameter cursor: Of the last item.
    package init(_ items: [Item], full size: Int, _ cursor: (Item) -> String) {
        self.init(items, next: items.count >= size ? items.last.map(cursor) : nil)
    }
}

extension PageView: Documented where Item: Documented {
    package static var schemaName: String { Item.schemaName + "Page" }
    package static var shape: DocumentedShape {
        var shape = Item.shape
        shape.schemas[schemaName] = schema
        return DocumentedShape(name: schemaName, schemas: shape.schemas)
    }
    package static var schema: JSONSchema {
        .object(
            ["items": .list(of: .named(Item.schemaName), upTo: 1_000), "next": .text(1...200)], optional: ["next"])
    }
}
