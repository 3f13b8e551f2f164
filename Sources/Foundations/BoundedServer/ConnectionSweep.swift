import NIOCore

/// Checks all connections of an event loop every two seconds. With a timer for each of them, closing many together
/// would be quadratic, because an event loop searches all its timers for the one that ends.
final class ConnectionSweep {
    private let eventLoop: any EventLoop
    private var guards: [ObjectIdentifier: ConnectionGuard] = [:]
    private var timer: RepeatedTask?

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func add(_ connection: ConnectionGuard) {
        guards[ObjectIdentifier(connection)] = connection
        guard timer == nil else { return }
        let loopBound = NIOLoopBound(self, eventLoop: eventLoop)
        timer = eventLoop.scheduleRepeatedTask(initialDelay: .seconds(2), delay: .seconds(2)) { _ in
            for connection in Array(loopBound.value.guards.values) { connection.look() }
        }
    }

    func remove(_ connection: ConnectionGuard) {
        guards[ObjectIdentifier(connection)] = nil
        guard guards.isEmpty else { return }
        timer?.cancel()
        timer = nil
    }
}
