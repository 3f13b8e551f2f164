import Foundation

/// Waits for work that can't be cancelled, but not for ever.
package enum BoundedWait {
    /// The result of work, or nil if it has none within a time; it goes on then, and nobody waits for it.
    package static func within<Value: Sendable>(
        _ time: Duration, _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await withCheckedContinuation { continuation in
            let first = First(continuation)
            let timer = Task {
                try? await Task.sleep(for: time)
                first.resume(nil)
            }
            Task {
                first.resume(await work())
                timer.cancel()
            }
        }
    }

    /// Resumes a continuation once, for whoever comes first.
    private final class First<Value: Sendable>: @unchecked Sendable {
        private let lock = NSLock()
        // Safe: only touched while `lock` is held.
        private var continuation: CheckedContinuation<Value?, Never>?

        init(_ continuation: CheckedContinuation<Value?, Never>) { self.continuation = continuation }

        func resume(_ value: Value?) {
            let waiting = lock.withLock {
                defer { continuation = nil }
                return continuation
            }
            // Not with the lock held: whoever resumes may have to wait for whoever cancels.
            waiting?.resume(returning: value)
        }
    }
}
