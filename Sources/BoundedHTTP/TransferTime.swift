/// The clock of transfers, and until when a task waits for them.
package enum TransferTime {
    /// The time since any fixed moment, by a clock that is never set. Tests put another one in its place.
    @TaskLocal package static var now: @Sendable () -> Duration = uptime

    /// When everything that the task asks for has to be here; nil where each answer has its own deadline alone.
    @TaskLocal private static var end: Duration?

    /// What is left of the task's time; nil where it is not limited.
    static var left: Duration? { end.map { max(.zero, $0 - now()) } }

    /// Whether the task's time has run out.
    package static var isOver: Bool { left == .zero }

    /// Does work all of whose transfers have to be done in time, however many they are.
    ///
    /// - Parameters:
    ///   - time: The most time; less, where the task had less already.
    ///   - start: When it begins to count; now, if it is nil.
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
