import AtollPackages
import Foundation

/// A version that is in the cache.
public struct CachedMiniApp: Hashable, Sendable, Identifiable {
    public let id: MiniAppID
    public let version: Manifest.Version
    /// The sum of its files' lengths, in bytes. Versions and mini apps that have a file in common keep it once.
    public let size: Int
    /// When it was installed.
    public let created: Date
    /// When it was opened last.
    public let lastUsed: Date
}

/// How much a cache keeps.
public struct CacheLimits: Hashable, Sendable {
    /// How many mini apps; 0 for any number. Before one more is added, the one that was not used for longest goes.
    public var maxCount: Int
    /// For how many days a mini app is kept since it was last used; 0 for any time.
    public var maxDays: Int

    /// - Precondition: Neither is negative.
    public init(maxCount: Int = 0, maxDays: Int = 0) {
        precondition(maxCount >= 0 && maxDays >= 0, "A limit is 0 or more.")
        self.maxCount = maxCount
        self.maxDays = maxDays
    }
}
