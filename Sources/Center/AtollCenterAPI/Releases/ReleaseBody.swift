/// The notes of a version, and the release that follows its approval.
package struct ReleaseBody: Codable, Sendable {
    package let notes: String
    package let release: String
    /// The time of a release `at` a time.
    package let at: Int?

    package init(notes: String, release: String, at: Int? = nil) {
        self.notes = notes
        self.release = release
        self.at = at
    }
}
