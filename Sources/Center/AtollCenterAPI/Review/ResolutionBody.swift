/// Whether a comment is resolved.
package struct ResolutionBody: Codable, Sendable {
    package let isResolved: Bool

    package init(isResolved: Bool) {
        self.isResolved = isResolved
    }
}
