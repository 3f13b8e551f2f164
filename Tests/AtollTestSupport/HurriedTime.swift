import BoundedHTTP
import Foundation

/// A clock that runs a hundred times as fast, so that half a minute takes less than a second.
public enum HurriedTime {
    public static let speed = 100.0

    /// Runs `work` with transfers that use this clock.
    public static func run<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
    ) async rethrows -> Value {
        let start = ContinuousClock.now
        return try await TransferTime.$now.withValue({ start.duration(to: .now) * speed }, operation: work)
    }

    /// Measures how long `work` takes by this clock.
    public static func time(_ work: () async -> Void) async -> Duration {
        let start = ContinuousClock.now
        await run(work)
        return start.duration(to: .now) * speed
    }
}
