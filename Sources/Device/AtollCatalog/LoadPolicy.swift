import AtollPackages
import Foundation

/// Which version of a mini app is opened.
public enum LoadPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Asks the Center for the current version and fetches what is missing before anything opens.
    case current
    /// Opens the cached version immediately, and fetches a newer one for the next opening.
    case cacheFirst
}
