/// A part of a list of objects.
package struct ObjectPage: Sendable, Hashable {
    /// At most 1,000 entries. There may be none although another part follows.
    package let entries: [ObjectEntry]
    /// Where the next part begins, or nil if this is the last.
    package let next: String?

    package init(entries: [ObjectEntry], next: String?) {
        self.entries = entries
        self.next = next
    }
}
