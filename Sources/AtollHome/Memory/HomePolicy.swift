import Foundation

/// How often modules are shown, and in which order, beside the rules: what is decided by taste and by numbers rather than by
/// what is true, and may change without a new version of the app.
public struct HomePolicy: Hashable, Sendable, Codable {
    /// How often a module is shown.
    public struct Cap: Hashable, Sendable, Codable {
        /// On how many different days at most; 0 for any number.
        public var maxDays: Int
        /// Whether it goes once it was opened.
        public var untilOpened: Bool
        /// Whether the user may put it away, and for how many days; 0 for ever, nil for not at all.
        public var dismissedFor: Int?

        public init(maxDays: Int = 0, untilOpened: Bool = false, dismissedFor: Int? = nil) {
            self.maxDays = maxDays
            self.untilOpened = untilOpened
            self.dismissedFor = dismissedFor
        }

        private enum CodingKeys: String, CodingKey { case maxDays, untilOpened, dismissedFor }

        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            maxDays = try values.decodeIfPresent(Int.self, forKey: .maxDays) ?? 0
            untilOpened = try values.decodeIfPresent(Bool.self, forKey: .untilOpened) ?? false
            dismissedFor = try values.decodeIfPresent(Int.self, forKey: .dismissedFor)
        }
    }

    /// By the modules' ids.
    public var caps: [String: Cap]
    /// Ids of modules that stand in this order where they are shown together; the others stay where they are.
    public var order: [String]
    /// Ids of modules that are not shown at all.
    public var off: [String]

    public init(caps: [String: Cap] = [:], order: [String] = [], off: [String] = []) {
        self.caps = caps
        self.order = order
        self.off = off
    }

    private enum CodingKeys: String, CodingKey { case caps, order, off }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        caps = try values.decodeIfPresent([String: Cap].self, forKey: .caps) ?? [:]
        order = try values.decodeIfPresent([String].self, forKey: .order) ?? []
        off = try values.decodeIfPresent([String].self, forKey: .off) ?? []
    }

    /// Every module that it speaks of.
    var modules: [String] { (order + off + caps.keys.sorted()) }

    /// What of `modules` is shown, in which order, and why the rest is not.
    func apply<Module: HomeModule>(
        to modules: [Module], records: [String: HomeRecord], at now: Date, in calendar: Calendar
    ) -> (shown: [Module], hidden: [Module: HomeHidden]) {
        if caps.isEmpty, order.isEmpty, off.isEmpty { return (modules, [:]) }
        var hidden: [Module: HomeHidden] = [:]
        for module in modules {
            hidden[module] = reason(to: module.id, records[module.id] ?? HomeRecord(), at: now, in: calendar)
        }
        let shown = modules.filter { hidden[$0] == nil }
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        var moved = shown.filter { places[$0.id] != nil }.sorted { places[$0.id] ?? 0 < places[$1.id] ?? 0 }[...]
        return (shown.map { places[$0.id] == nil ? $0 : moved.removeFirst() }, hidden)
    }

    /// Why a module is hidden, or nil.
    private func reason(
        to id: String, _ record: HomeRecord, at now: Date, in calendar: Calendar
    ) -> HomeHidden? {
        if off.contains(id) { return .off }
        guard let cap = caps[id] else { return nil }
        if cap.untilOpened, record.opened != nil { return .opened }
        if let days = cap.dismissedFor, let dismissed = record.dismissed {
            guard days > 0 else { return .dismissed(until: nil) }
            let end = calendar.date(byAdding: .day, value: days, to: dismissed) ?? dismissed
            if now < end { return .dismissed(until: end) }
        }
        let isCountedToday = record.shown.map { calendar.isDate($0, inSameDayAs: now) } ?? false
        if cap.maxDays > 0, record.days >= cap.maxDays, !isCountedToday { return .capped(days: cap.maxDays) }
        return nil
    }
}

/// Why a module is not shown that the rules would show.
public enum HomeHidden: Hashable, Sendable, CustomStringConvertible {
    /// It was opened, and is there until then.
    case opened
    /// The user has put it away; for ever where there is no date.
    case dismissed(until: Date?)
    /// It was there on as many days as it may be.
    case capped(days: Int)
    /// The configuration has switched it off.
    case off

    public var description: String {
        switch self {
        case .opened: "it was opened"
        case .dismissed(nil): "it was put away"
        case .dismissed(let date?): "it was put away until \(date.formatted(.iso8601))"
        case .capped(let days): "it was there on \(days) days, and no more is wanted"
        case .off: "the configuration has switched it off"
        }
    }
}
