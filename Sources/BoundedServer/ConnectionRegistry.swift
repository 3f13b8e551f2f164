import Logging
import NIOConcurrencyHelpers
import NIOCore

/// The connections of a server, and which of them is closed if there are too many, or if they read so slowly that too
/// many bytes wait for them: the one that has made no progress for the longest time.
///
/// A healthy client sends its head immediately and reads what it gets, so a flood of slow ones only displaces itself.
/// Addresses don't matter: behind a proxy, all connections have the same one.
final class ConnectionRegistry: Sendable {
    private struct State {
        var waiting = StalledConnections()
        var reading = SlowReaders()
        var count = 0
        var faults: [ConnectionFault: Int] = [:]
        var reported: NIODeadline?
    }

    private let state = NIOLockedValueBox(State())
    private let sweeps = NIOLockedValueBox<[ObjectIdentifier: NIOLoopBound<ConnectionSweep>]>([:])
    let maximum: Int
    private let maximumUnread: Int
    private let logger: Logger

    init(maximum: Int, unreadBytes: Int = ServerLimits().unreadBytes, logger: Logger) {
        self.maximum = maximum
        maximumUnread = unreadBytes
        self.logger = logger
    }

    /// The number of open connections.
    var count: Int { state.withLockedValue { $0.count } }

    /// The number of bytes that wait until their clients read them.
    var unreadBytes: Int { state.withLockedValue { $0.reading.bytes } }

    /// Registers a connection, and closes one if there are now too many.
    func opened(_ channel: any Channel, at now: NIODeadline = .now()) {
        let victim = state.withLockedValue { state -> (any Channel)? in
            state.count += 1
            defer { state.waiting.add(channel, at: now) }
            guard state.count > maximum else { return nil }
            // If no other connection waits for its client, the new one is closed.
            return Self.mostStalled(&state, at: now) ?? channel
        }
        guard let victim else { return }
        note(.crowded)
        victim.close(promise: nil)
    }

    func closed(_ channel: any Channel) {
        state.withLockedValue { state in
            state.count -= 1
            state.waiting.remove(channel)
            state.reading.remove(channel)
        }
    }

    /// Records whether a connection waits for a request.
    func set(_ channel: any Channel, isWaiting: Bool, at now: NIODeadline = .now()) {
        state.withLockedValue { state in
            if isWaiting { state.waiting.add(channel, at: now) } else { state.waiting.remove(channel) }
        }
    }

    /// Records how many bytes wait until a connection's client reads them. The client has made progress, unless
    /// `isProgress` is false; if too many bytes wait, the slowest reader is closed.
    func set(_ channel: any Channel, unread bytes: Int, isProgress: Bool, at now: NIODeadline = .now()) {
        let victim = state.withLockedValue { state -> (any Channel)? in
            state.reading.set(channel, bytes: bytes, isProgress: isProgress, at: now)
            return state.reading.bytes > maximumUnread ? state.reading.takeSlowest()?.channel : nil
        }
        guard let victim else { return }
        note(.crowded)
        victim.close(promise: nil)
    }

    /// The connection whose client has let the server wait for the longest time: for a request, or, for more than a
    /// second, for room for an answer.
    private static func mostStalled(_ state: inout State, at now: NIODeadline) -> (any Channel)? {
        let waiting = state.waiting.first
        let reading = state.reading.slowest.flatMap { now - $0.since > .seconds(1) ? $0 : nil }
        if let reading, waiting.map({ reading.since < $0.since }) ?? true {
            _ = state.reading.takeSlowest()
            return reading.channel
        }
        if let waiting { state.waiting.remove(waiting.channel) }
        return waiting?.channel
    }

    /// What looks at the connections of an event loop. It must be called on this loop.
    func sweep(on eventLoop: any EventLoop) -> ConnectionSweep {
        sweeps.withLockedValue { sweeps in
            if let known = sweeps[ObjectIdentifier(eventLoop)] { return known.value }
            let new = ConnectionSweep(eventLoop)
            sweeps[ObjectIdentifier(eventLoop)] = NIOLoopBound(new, eventLoop: eventLoop)
            return new
        }
    }

    /// Counts a connection that was cut off, and logs the counts at most once a minute: a line for each would let an
    /// attacker fill the disk.
    func note(_ fault: ConnectionFault) {
        guard fault != .idle else { return }
        let report = state.withLockedValue { state -> [ConnectionFault: Int]? in
            state.faults[fault, default: 0] += 1
            let now = NIODeadline.now()
            if let reported = state.reported, now - reported < .seconds(60) { return nil }
            state.reported = now
            defer { state.faults = [:] }
            return state.faults
        }
        guard let report else { return }
        logger.notice(
            "Connections were cut off.",
            metadata: Dictionary(
                report.map { ($0.key.rawValue, Logger.MetadataValue.string(String($0.value))) }
            ) { first, _ in first })
    }
}
