import Foundation

/// An event of a module.
public enum HomeEvent: String, Hashable, Sendable, Codable {
    /// The home showed it.
    case shown
    /// The user opened it.
    case opened
    /// The user dismissed it.
    case dismissed
    /// The user wants it back after having dismissed it.
    case restored
}
