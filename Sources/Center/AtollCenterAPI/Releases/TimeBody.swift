/// A time in seconds since 1970.
package struct TimeBody: Codable, Sendable {
    package let at: Int

    package init(at: Int) {
        self.at = at
    }
}
