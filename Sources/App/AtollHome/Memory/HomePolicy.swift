import Foundation

/// How often modules are shown, and in which order, in addition to the rules: decisions of taste and numbers that can
/// change without a new version of the app. In JSON every member is optional.
public struct HomePolicy: Hashable, Sendable, Codable {
    /// How often a module is shown.
    public struct Cap: Hashable, Sendable, Codable {
        /// The maximum number of different days on which it is shown; 0 for no limit.
        public var maxDays: Int
        /// Whether it is hidden once the user has opened it.
        public var untilOpened: Bool
        /// The number of days for which a dismissed module stays hidden: 0 for ever, nil if it can't be dismissed.
        public var dismissedFor: Int?

        /// Creates a cap; the defaults limit nothing.
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

    /// The caps of modules, by id.
    public var caps: [String: Cap]
    /// The ids of modules that are sorted into this order among the positions that they have; all others stay where
    /// they are.
    public var order: [String]
    /// The ids of modules that are never shown.
    public var off: [String]

    /// Creates a policy; the default changes nothing.
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

    /// The ids of all modules that it names.
    var modules: [String] { (order + off + caps.keys.sorted()) }

    /// The members of `modules` to show, in order, and the reasons why the others are hidden.
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

    /// The reason why a module is hidden, or nil if it is shown.
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
