/// What is new in a version, and what shall follow when it is approved.
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
