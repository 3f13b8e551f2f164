import Foundation

/// Why a module that the rules would show is hidden.
public enum HomeHidden: Hashable, Sendable, CustomStringConvertible {
    /// The user has opened it, and its cap hides it after that.
    case opened
    /// The user has dismissed it; permanently without a date.
    case dismissed(until: Date?)
    /// It was shown on the maximum number of days.
    case capped(days: Int)
    /// The policy switches it off.
    case off

    public var description: String {
        switch self {
        case .opened: "it was opened"
        case .dismissed(nil): "the user hid it"
        case .dismissed(let date?): "the user hid it until \(date.formatted(.iso8601))"
        case .capped(let days): "it was shown on \(days) days, which is its limit"
        case .off: "the configuration switches it off"
        }
    }
}
