import Foundation

/// Tells any number of listeners that something has changed. Whoever listens late, or slowly, hears of many changes once.
public final class HomeSignal: Sendable {
    private struct Listener: Sendable {
        let id: UUID
        let hear: @Sendable () -> Void
    }

    private let listeners = Locked<[Listener]>([])

    public init() {}

    /// Tells everybody.
    public func send() {
        for listener in listeners.withLock(\.self) { listener.hear() }
    }

    /// Changes from now on.
    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = add { continuation.yield() }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    /// Calls `hear` with each change, where it is sent, until the task is cancelled. It has to be quick: nothing is woken for it,
    /// so that a flood costs next to nothing.
    func listen(_ hear: @escaping @Sendable () -> Void) async {
        let id = add(hear)
        for await _ in AsyncStream<Never>.makeStream().stream {}
        remove(id)
    }

    private func add(_ hear: @escaping @Sendable () -> Void) -> UUID {
        let id = UUID()
        listeners.withLock { $0.append(Listener(id: id, hear: hear)) }
        return id
    }

    private func remove(_ id: UUID) {
        listeners.withLock { $0.removeAll { $0.id == id } }
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
