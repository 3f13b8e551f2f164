/// Why somebody does something.
package struct ReasonBody: Codable, Sendable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}
