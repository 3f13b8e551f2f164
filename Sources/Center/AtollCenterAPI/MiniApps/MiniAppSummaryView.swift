package struct MiniAppSummaryView: Codable, Sendable {
    package let id: String
    package let superApp: String?
    /// The reason for the quarantine; `nil` if the mini app is not quarantined.
    package let quarantine: String?
    /// The code of the version that all devices receive.
    package let live: Int?
    /// Of the one that some receive.
    package let partial: Int?
    /// Of the one that is before the reviewers, or approved.
    package let next: Int?

    package init(
        id: String, superApp: String? = nil, quarantine: String? = nil, live: Int? = nil, partial: Int? = nil,
        next: Int? = nil
    ) {
        self.id = id
        self.superApp = superApp
        self.quarantine = quarantine
        self.live = live
        self.partial = partial
        self.next = next
    }
}
