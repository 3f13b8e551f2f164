/// Whether one has looked at a file.
package struct ViewedBody: Codable, Sendable {
    package let path: String
    package let isViewed: Bool

    package init(path: String, isViewed: Bool) {
        self.path = path
        self.isViewed = isViewed
    }
}
