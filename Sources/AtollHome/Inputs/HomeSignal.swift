import Foundation

/// Tells any number of listeners that something has changed. Whoever listens late, or slowly, hears of many changes once.
public final class HomeSignal: Sendable {
    private let listeners = Locked<[UUID: AsyncStream<Void>.Continuation]>([:])

    public init() {}

    /// Tells everybody.
    public func send() {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield() }
    }

    /// Changes from now on.
    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        listeners.withLock { $0[id] = continuation }
        continuation.onTermination = { [listeners] _ in listeners.withLock { $0[id] = nil } }
        return stream
    }

    /// How many listen.
    public var count: Int { listeners.withLock { $0.count } }
}

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
