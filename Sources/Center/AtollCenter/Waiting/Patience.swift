import NIOConcurrencyHelpers

/// Waits for work that can't be cancelled, but not for ever.
package enum Patience {
    /// Returns the result of work, or `nil` after a time limit. The work then continues, without a caller that waits
    /// for it.
    package static func within<Result: Sendable>(
        _ time: Duration, _ work: @escaping @Sendable () async -> Result
    ) async -> Result? {
        await withCheckedContinuation { continuation in
            let waiting = NIOLockedValueBox<CheckedContinuation<Result?, Never>?>(continuation)
            @Sendable func end(_ result: Result?) {
                let first = waiting.withLockedValue { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                first?.resume(returning: result)
            }
            Task { end(await work()) }
            Task {
                try? await Task.sleep(for: time)
                end(nil)
            }
        }
    }
}
