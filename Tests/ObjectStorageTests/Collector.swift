import Foundation

/// Collects the parts of an object.
///
/// `@unchecked Sendable`: `data` is only used with the lock, which the compiler can't verify.
final class Collector: @unchecked Sendable {
    private let lock = NSLock()
    private var parts = Data()

    func add(_ part: Data) { lock.withLock { parts.append(part) } }

    var data: Data { lock.withLock { parts } }
}
