import Foundation

/// How many bytes an installation has received, noted from any thread.
///
/// A lock guards it, which the compiler can't verify (`Mutex` needs iOS 18).
final class ReceivedBytes: @unchecked Sendable {
    private let lock = NSLock()
    private var received = 0

    var count: Int { lock.withLock { received } }

    func note(_ progress: LoadProgress) { lock.withLock { received = max(received, progress.received) } }
}
