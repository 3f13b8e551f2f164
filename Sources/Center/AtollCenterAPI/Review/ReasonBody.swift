/// The reason for an action.
package struct ReasonBody: Codable, Sendable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}
