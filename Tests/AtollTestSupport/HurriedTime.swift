import BoundedHTTP
import Foundation

/// A clock that goes a hundred times as fast, so that half a minute takes part of a second.
public enum HurriedTime {
    public static let speed = 100.0

    /// Does work whose transfers go by this clock.
    public static func run<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
    ) async rethrows -> Value {
        let start = ContinuousClock.now
        return try await TransferTime.$now.withValue({ start.duration(to: .now) * speed }, operation: work)
    }

    /// How long work takes by this clock.
    public static func time(_ work: () async -> Void) async -> Duration {
        let start = ContinuousClock.now
        await run(work)
        return start.duration(to: .now) * speed
    }
}
