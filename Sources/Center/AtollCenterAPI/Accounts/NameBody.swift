/// Another name for something.
package struct NameBody: Codable, Sendable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}
