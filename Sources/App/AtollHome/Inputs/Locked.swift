import Foundation

/// A value behind a lock. (`Mutex` needs iOS 18.)
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    // Safe: only touched while `lock` is held.
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
