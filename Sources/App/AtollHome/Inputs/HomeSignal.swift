import Foundation

/// Signals any number of listeners that something has changed. A slow listener receives several changes as one.
public final class HomeSignal: Sendable {
    private struct Listener: Sendable {
        let id: UUID
        let hear: @Sendable () -> Void
    }

    private let listeners = Locked<[Listener]>([])

    /// Creates a signal without listeners.
    public init() {}

    /// Signals all listeners.
    public func send() {
        for listener in listeners.withLock(\.self) { listener.hear() }
    }

    /// Yields for changes from now on. Changes that were not read yet are combined into one.
    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = add { continuation.yield() }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    /// Calls `hear` for each change from now on, on the sender's thread, until ``remove(_:)``. `hear` must be quick. No task
    /// is woken, so a flood of changes costs next to nothing.
    func add(_ hear: @escaping @Sendable () -> Void) -> UUID {
        let id = UUID()
        listeners.withLock { $0.append(Listener(id: id, hear: hear)) }
        return id
    }

    /// Ends what ``add(_:)`` began.
    func remove(_ id: UUID) {
        listeners.withLock { $0.removeAll { $0.id == id } }
    }

    /// The number of listeners.
    public var count: Int { listeners.withLock { $0.count } }
}
