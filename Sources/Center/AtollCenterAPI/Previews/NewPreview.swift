/// The settings of a new preview link.
package struct NewPreview: Codable, Sendable {
    /// For how long it opens the version; 7 days by default.
    package let days: Int?
    /// How often; 20 times by default.
    package let opens: Int?

    package init(days: Int? = nil, opens: Int? = nil) {
        self.days = days
        self.opens = opens
    }
}
