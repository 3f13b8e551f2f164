/// A key that was just made.
package struct NewKeyView: Codable, Sendable {
    /// The bearer token that the key's holder sends.
    package let text: String
    package let key: KeyView

    package init(text: String, key: KeyView) {
        self.text = text
        self.key = key
    }
}
