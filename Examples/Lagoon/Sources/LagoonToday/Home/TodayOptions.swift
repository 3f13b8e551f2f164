import AtollHome
import Foundation

/// The options of Today.
public struct TodayOptions: Sendable {
    /// A mini app that puts a card on Today.
    public struct MiniAppCard: Hashable, Encodable, Sendable {
        /// The mini app's id.
        public let id: String
        /// The mini app's name.
        public let name: String
        /// The route of the mini app's widget.
        public let route: String
        /// The origin of the widget's frame.
        public let origin: String
        /// The path at which the whole mini app opens.
        public let address: String
        /// The size of the card: `small`, `medium` or `large`.
        public let size: String
        /// The number of seconds after which the card is reloaded.
        public let refreshAfter: Int

        /// A card with these values.
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

    /// The store of users' states.
    public var store: any TodayStore = FileTodayStore(folder: nil)
    /// The folder that records the cards that users have seen and hidden; nil to hold them in memory.
    public var memory: URL?
    /// The calendar that determines when a day starts.
    public var calendar = Calendar.autoupdatingCurrent
    /// The time at which clocks start, for tests and pictures; nil for the real time.
    public var start: (@Sendable () -> Date)?
    /// The limits on how often modules are shown, in addition to the rules.
    public var policy: @Sendable () async -> HomePolicy = { TodayRules.policy }
    /// The card of a mini app for a user, or nil if none of their mini apps has one.
    public var miniApp: @Sendable (TodayUser) async -> MiniAppCard? = { _ in nil }
    /// Sent when the card may have changed.
    public var miniAppChanged = HomeSignal()
    /// Whether the page has a panel that sets everything Today depends on.
    public var isDemo = false
    /// Called with each error that leaves Today usable.
    public var report: @Sendable (HomeProblem) -> Void = { _ in }

    /// The default options: states in memory, the real time, no mini app.
    public init() {}
}
