/// A page of a list, and where the next one begins.
struct PageView<Item: Codable & Sendable & Documented>: Codable, Sendable, Documented {
    let items: [Item]
    /// The `cursor` of the next page; nil on the last one.
    let next: String?

    /// - Parameter cursor: Of the last item.
    init(_ items: [Item], full size: Int, _ cursor: (Item) -> String) {
        self.items = items
        next = items.count >= size ? items.last.map(cursor) : nil
    }

    init(_ items: [Item], next: String?) {
        self.items = items
        self.next = next
    }

    static var schemaName: String { Item.schemaName + "Page" }
    static var shape: DocumentedShape {
        var shape = Item.shape
        shape.schemas[schemaName] = schema
        return DocumentedShape(name: schemaName, schemas: shape.schemas)
    }
    static var schema: JSONSchema {
        .object(
            ["items": .list(of: .named(Item.schemaName), upTo: 1_000), "next": .text(1...200)], optional: ["next"])
    }
}
