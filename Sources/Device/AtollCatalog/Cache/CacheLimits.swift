import AtollPackages
import Foundation

/// How many mini apps a cache retains, and for how long.
public struct CacheLimits: Hashable, Sendable {
    /// The most mini apps; 0 for no limit. The least recently used one is evicted before another is added.
    public var maxCount: Int
    /// The days that a version is retained after its last use; 0 for no limit.
    public var maxDays: Int

    /// Creates limits; unlimited by default.
    ///
    /// - Precondition: Neither is negative.
    public init(maxCount: Int = 0, maxDays: Int = 0) {
        precondition(maxCount >= 0 && maxDays >= 0, "A limit is 0 or more.")
        self.maxCount = maxCount
        self.maxDays = maxDays
    }
}
