import Foundation

/// Limits how often each of many callers may do something, in bounded memory.
///
/// ```swift
/// let limiter = RateLimiter<String>(.init(burst: 10, perSecond: 0.1))
/// let wait = limiter.take("203.0.113.9")  // zero, or how long to wait
/// ```
///
/// It uses a lock instead of an actor because its work takes less time than a switch to another executor and back. The
/// exception is making room among many callers, which happens once for every half of the capacity in new ones.
package final class RateLimiter<Key: Hashable & Sendable>: @unchecked Sendable {
    /// The rate that each caller is allowed.
    package let rate: TokenBucket.Rate
    private let capacity: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    // `Mutex` needs iOS 18.
    private let lock = NSLock()
    // Safe: only touched while `lock` is held.
    private var buckets: [Key: TokenBucket] = [:]

    /// - Parameters:
    ///   - capacity: The most callers to track; beyond it, the half that have used the fewest tokens are dropped.
    package init(
        _ rate: TokenBucket.Rate, capacity: Int = 20_000,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.rate = rate
        self.capacity = capacity
        self.now = now
        start = now()
    }

    /// Takes one of the caller's tokens.
    ///
    /// - Returns: Zero if a token was taken; otherwise the time until the next one is available.
    /// - Complexity: O(1), amortized.
    package func take(_ key: Key) -> Duration {
        lock.withLock {
            let time = start.duration(to: now())
            if buckets[key] == nil, buckets.count >= capacity { makeRoom(at: time) }
            return buckets[key, default: TokenBucket(rate, at: time)].take(rate, at: time)
        }
    }

    /// Takes tokens for an action that has cost more than one. The caller may owe as many as a burst, and waits until
    /// they are repaid.
    package func charge(_ key: Key, _ tokens: Double) {
        lock.withLock {
            let time = start.duration(to: now())
            if buckets[key] == nil, buckets.count >= capacity { makeRoom(at: time) }
            buckets[key, default: TokenBucket(rate, at: time)].charge(tokens, rate, at: time)
        }
    }

    /// The time that the caller would have to wait, without taking a token.
    package func wait(for key: Key) -> Duration {
        lock.withLock {
            let time = start.duration(to: now())
            guard var bucket = buckets[key] else { return .zero }
            return bucket.take(rate, at: time)
        }
    }

    /// Returns a token that ``take(_:)`` took, if the action turned out not to count.
    package func giveBack(_ key: Key) { lock.withLock { buckets[key]?.giveBack(rate) } }

    /// The number of callers being tracked.
    package var count: Int { lock.withLock { buckets.count } }

    /// Drops the half that have used the fewest tokens: an attacker must not free a limited caller by inventing others.
    private func makeRoom(at time: Duration) {
        let byUse = buckets.map { (key: $0.key, left: $0.value.available(rate, at: time)) }
            .sorted { $0.left > $1.left }
        for (key, _) in byUse.prefix(max(1, buckets.count / 2)) { buckets[key] = nil }
    }
}
