import BoundedHTTP
import Foundation

/// A clock that runs a hundred times as fast, so that half a minute takes less than a second, and that stops
/// whenever the machine does.
///
/// A busy machine that gives the tests no turn for a second would otherwise take 100 seconds from a transfer that may
/// last 30.
public enum HurriedTime {
    public static let speed = 100.0

    /// Runs `work` with transfers that use this clock.
    public static func run<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
    ) async rethrows -> Value {
        let start = ticker.time
        return try await TransferTime.$now.withValue({ (ticker.time - start) * speed }, operation: work)
    }

    /// Measures how long `work` takes by this clock.
    public static func time(_ work: () async -> Void) async -> Duration {
        let start = ticker.time
        await run(work)
        return (ticker.time - start) * speed
    }

    /// Measures `work` until it takes less than `limit`, three times at most, and returns its shortest time.
    ///
    /// Computation counts a hundredfold like everything else, and takes longer while others use the processor. Work
    /// that waits for too long does so each time.
    public static func shortest(within limit: Duration, _ work: () async -> Void) async -> Duration {
        var shortest = await time(work)
        for _ in 0..<2 where shortest >= limit { shortest = min(shortest, await time(work)) }
        return shortest
    }

    private static let ticker = Ticker()

    /// Counts the time of a thread that asks for a turn every millisecond: a turn that comes late counts as if it had
    /// come after `longest`.
    ///
    /// `@unchecked Sendable`: `counted` is only read and written with the lock, which the compiler can't verify.
    private final class Ticker: @unchecked Sendable {
        private static let longest = Duration.milliseconds(5)
        private let lock = NSLock()
        private var counted = Duration.zero

        init() {
            Thread.detachNewThread { [self] in
                var last = ContinuousClock.now
                while true {
                    Thread.sleep(forTimeInterval: 0.001)  // sleep: the tick of the hurried clock
                    let now = ContinuousClock.now
                    let turn = min(last.duration(to: now), Self.longest)
                    last = now
                    lock.withLock { counted += turn }
                }
            }
        }

        var time: Duration { lock.withLock { counted } }
    }
}
