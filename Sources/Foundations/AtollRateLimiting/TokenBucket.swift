/// Limits how often something may happen: a burst first, and then as often as the bucket refills.
///
/// A value without a clock: callers pass the time.
package struct TokenBucket: Hashable, Sendable {
    /// The rate that a bucket allows.
    package struct Rate: Hashable, Sendable {
        /// The tokens in a full bucket; at least 1.
        package var burst: Double
        /// The tokens added per second.
        package var perSecond: Double

        package init(burst: Double, perSecond: Double) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }

    private var tokens: Double
    private var last: Duration

    /// A full bucket.
    ///
    /// - Parameter now: The time since any fixed moment.
    package init(_ rate: Rate, at now: Duration) {
        tokens = rate.burst
        last = now
    }

    /// The tokens available now.
    package func available(_ rate: Rate, at now: Duration) -> Double {
        min(rate.burst, tokens + max(0, (now - last).seconds) * rate.perSecond)
    }

    /// Takes one token.
    ///
    /// - Returns: Zero if a token was taken; otherwise the time until the next one is available, or an hour if the
    ///   bucket never refills.
    package mutating func take(_ rate: Rate, at now: Duration) -> Duration {
        tokens = available(rate, at: now)
        last = now
        guard tokens < 1 else {
            tokens -= 1
            return .zero
        }
        return rate.perSecond > 0 ? .seconds((1 - tokens) / rate.perSecond) : .seconds(3_600)
    }

    /// Takes tokens that may not be available yet, down to a debt of one burst.
    package mutating func charge(_ count: Double, _ rate: Rate, at now: Duration) {
        tokens = max(-rate.burst, available(rate, at: now) - max(0, count))
        last = now
    }

    /// Puts one token back.
    package mutating func giveBack(_ rate: Rate) { tokens = min(rate.burst, tokens + 1) }
}

extension Duration {
    /// The duration in seconds.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
