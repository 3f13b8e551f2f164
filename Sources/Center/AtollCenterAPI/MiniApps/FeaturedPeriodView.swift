/// A period in which a super app features a mini app.
package struct FeaturedPeriodView: Codable, Sendable {
    package let miniApp: String
    /// Times such as `2027-03-01T09:00:00Z`.
    package let from: String
    package let to: String
    package let state: State

    /// How far a period is.
    package enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case scheduled, active, completed, cancelled
    }

    package init(miniApp: String, from: String, to: String, state: State) {
        self.miniApp = miniApp
        self.from = from
        self.to = to
        self.state = state
    }
}
