import Foundation

/// Waits for work that can't be cancelled, but not for ever.
package enum BoundedWait {
    /// Returns the result of work, or `nil` after a time limit. The work then continues, without a caller that waits
    /// for it.
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

    /// Resumes a continuation once, for the first of several callers.
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
            // Without the lock: the resumed task and a canceling one may have to wait for each other.
            waiting?.resume(returning: value)
        }
    }
}
