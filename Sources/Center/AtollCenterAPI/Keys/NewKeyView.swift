/// A key that was just made.
package struct NewKeyView: Codable, Sendable {
    /// What its holder sends as a bearer token.
    package let text: String
    package let key: KeyView

    package init(text: String, key: KeyView) {
        self.text = text
        self.key = key
    }
}
