import AtollPackages
import Foundation

/// A mini app that was loaded, and how.
public struct LoadedMiniApp: Sendable {
    public let miniApp: InstalledMiniApp
    /// What its publisher has signed.
    public let statement: ReleaseStatement
    public let origin: Origin
    /// What people should be told of it.
    public var notice: Notice?

    /// Where it came from.
    public enum Origin: Hashable, Sendable {
        /// It is the release that this device accepts now.
        case current
        /// It was in the cache, and a newer one is looked for meanwhile; the Center was heard last at this time.
        case cached(since: Date)
        /// The Center is out of reach: it is what was accepted when the Center was last heard, at this time.
        case offline(since: Date)
    }

    public enum Notice: Hashable, Sendable {
        /// It is another version than was opened last.
        case updated(from: Manifest.Version)
        /// A newer version did not become ready, so that the one before it runs.
        case setAside(newer: Manifest.Version)
    }
}

/// Which version of a mini app is opened.
public enum LoadPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The one that is current: the Center is asked, and what is missing is fetched before anything opens.
    case current
    /// The one in the cache at once, while a newer one is fetched for the next time.
    case cacheFirst
}

/// For how long cached mini apps open while the Center is out of reach.
public struct OfflinePolicy: Hashable, Sendable {
    /// In days since the Center was last heard; 0 for not at all.
    public var maxDays: Int

    /// - Precondition: `maxDays` is not negative.
    public init(maxDays: Int = 30) {
        precondition(maxDays >= 0, "A limit is 0 or more.")
        self.maxDays = maxDays
    }
}
