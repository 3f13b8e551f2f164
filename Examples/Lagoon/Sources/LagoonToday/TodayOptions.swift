import AtollHome
import AtollPages
import Foundation

/// What Today is made with.
public struct TodayOptions: Sendable {
    /// A mini app that puts a card on Today.
    public struct MiniAppCard: Hashable, Sendable {
        public let id: String
        public let name: String
        /// The route of its widget.
        public let route: String
        /// The origin of its frame.
        public let origin: String
        /// Where the whole mini app is opened.
        public let address: String
        /// `small`, `medium` or `large`.
        public let size: String
        /// After how many seconds it is shown anew.
        public let refreshAfter: Int

        public init(
            id: String, name: String, route: String, origin: String, address: String, size: String = "medium",
            refreshAfter: Int = 900
        ) {
            self.id = id
            self.name = name
            self.route = route
            self.origin = origin
            self.address = address
            self.size = size
            self.refreshAfter = refreshAfter
        }
    }

    /// What is known of users.
    public var store: any TodayStore = FileTodayStore(folder: nil)
    /// Where it is kept what users have seen; nil to keep it as long as the process runs.
    public var memory: URL?
    /// The calendar by which days change.
    public var calendar = Calendar.autoupdatingCurrent
    /// The time at which clocks begin, for tests and pictures; nil for the real time.
    public var start: (@Sendable () -> Date)?
    /// How often modules are shown, beside the rules.
    public var policy: @Sendable () async -> HomePolicy = { TodayRules.policy }
    /// The card of a mini app, where a user may open one that has a card.
    public var miniApp: @Sendable (PageUser) async -> MiniAppCard? = { _ in nil }
    /// Told when that may be another one.
    public var miniAppChanged = HomeSignal()
    /// Whether the page has a panel to set everything by hand.
    public var isDemo = false
    /// Told of what goes wrong.
    public var report: @Sendable (HomeProblem) -> Void = { _ in }

    public init() {}
}
