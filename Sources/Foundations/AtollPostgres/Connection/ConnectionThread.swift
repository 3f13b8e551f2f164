import Foundation

/// A thread that runs one piece of work after another, for calls that block.
///
/// Swift concurrency has only as many threads as there are processors. A call that waits for a server must not occupy
/// one of them.
///
/// `@unchecked Sendable`: `jobs` and `isStopped` are only used with the lock, which the compiler can't verify.
final class ConnectionThread: @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [@Sendable () -> Void] = []
    private var isStopped = false

    init() {
        let thread = Thread { [self] in
            while let job = next() { job() }
        }
        thread.name = "postgres"
        thread.start()
    }

    /// Runs `work` after all earlier work.
    func run(_ work: @escaping @Sendable () -> Void) {
        condition.withLock {
            jobs.append(work)
            condition.signal()
        }
    }

    /// Ends the thread after the pending work.
    func stop() {
        condition.withLock {
            isStopped = true
            condition.signal()
        }
    }

    private func next() -> (@Sendable () -> Void)? {
        condition.withLock {
            while jobs.isEmpty && !isStopped { condition.wait() }
            return jobs.isEmpty ? nil : jobs.removeFirst()
        }
    }
}
