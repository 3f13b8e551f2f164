/// A page of a list, and where the next one begins.
package struct PageView<Item: Codable & Sendable>: Codable, Sendable {
    package let items: [Item]
    /// The `cursor` of the next page; nil on the last one.
    package let next: String?

    package init(_ items: [Item], next: String?) {
        self.items = items
        self.next = next
    }
}
