/// The clock for transfers, and the time limit of a task for all of its transfers.
package enum TransferTime {
    /// The time since a fixed moment, by a clock that is never set. Tests replace it.
    @TaskLocal package static var now: @Sendable () -> Duration = uptime

    /// The time by which everything that the task requests must have arrived, or nil if each response has only its own
    /// deadline.
    @TaskLocal private static var end: Duration?

    /// The time that the task has left, or nil if it is not limited.
    static var left: Duration? { end.map { max(.zero, $0 - now()) } }

    /// Whether the task's time has run out.
    package static var isOver: Bool { left == .zero }

    /// Performs work whose transfers, however many, must all be done within a time limit.
    ///
    /// - Parameters:
    ///   - time: The time limit; it never extends one that the task already has.
    ///   - start: The time from which the limit counts; now, if it is nil.
    package static func within<Value: Sendable, Failure: Error>(
        _ time: Duration, since start: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let end = (start ?? now()) + time
        let result = await $end.withValue(min(self.end ?? end, end)) { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static let uptime: @Sendable () -> Duration = {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }()
}
