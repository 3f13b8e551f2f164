import Foundation

/// A memory's record of one module.
public struct HomeRecord: Hashable, Sendable, Codable {
    /// The number of different days on which the home showed it.
    public var days = 0
    /// When the home first showed it on the latest of these days.
    public var shown: Date?
    /// When the user last opened it.
    public var opened: Date?
    /// When the user last dismissed it.
    public var dismissed: Date?

    /// Creates a record of a module that was never shown.
    public init() {}

    /// Records an event.
    ///
    /// - Returns: Whether the record changed and should be saved.
    public mutating func note(_ event: HomeEvent, at date: Date, in calendar: Calendar) -> Bool {
        switch event {
        case .shown:
            // A clock that jumps back does not count as a new day.
            if let shown, date <= shown || calendar.isDate(date, inSameDayAs: shown) { return false }
            days += 1
            shown = date
        case .opened: opened = date
        case .dismissed: dismissed = date
        case .restored: dismissed = nil
        }
        return true
    }
}
