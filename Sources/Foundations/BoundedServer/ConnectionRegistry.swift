import Logging
import NIOConcurrencyHelpers
import NIOCore

/// The connections of a server. If there are too many, or if they read so slowly that too many bytes wait for them, it
/// closes the one that has made no progress for the longest time.
///
/// A healthy client sends its head immediately and reads what it gets, so a flood of slow ones only displaces itself. A
/// client that reads less than 64 kB a second is closed before one that has been idle for a shorter time.
/// Addresses don't matter: behind a proxy, all connections have the same one.
final class ConnectionRegistry: Sendable {
    private struct State {
        var waiting = StalledConnections()
        var reading = SlowReaders()
        /// The connections that were chosen and are not closed yet. Their reports no longer count.
        var closing: Set<ObjectIdentifier> = []
        var count = 0

        mutating func choose(_ channel: any Channel) {
            waiting.remove(channel)
            reading.remove(channel)
            closing.insert(ObjectIdentifier(channel))
        }
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
            // Those that are being closed have made room already.
            let isCrowded = state.count - state.closing.count > maximum
            let victim = isCrowded ? Self.mostStalled(&state, at: now) ?? channel : nil
            state.waiting.add(channel, at: now)
            if let victim { state.choose(victim) }
            return victim
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
            state.closing.remove(ObjectIdentifier(channel))
        }
    }

    /// Records whether a connection waits for a request.
    func set(_ channel: any Channel, isWaiting: Bool, at now: NIODeadline = .now()) {
        state.withLockedValue { state in
            guard !state.closing.contains(ObjectIdentifier(channel)) else { return }
            if isWaiting { state.waiting.add(channel, at: now) } else { state.waiting.remove(channel) }
        }
    }

    /// Records how many bytes wait until a connection's client reads them, and whether it has made progress. If too many
    /// bytes wait, the slowest readers are closed.
    func set(_ channel: any Channel, unread bytes: Int, isProgress: Bool, at now: NIODeadline = .now()) {
        // Closing a connection ends its writes, which call this again, but its reports no longer count then.
        let victims = state.withLockedValue { state -> [any Channel] in
            guard !state.closing.contains(ObjectIdentifier(channel)) else { return [] }
            state.reading.set(channel, bytes: bytes, isProgress: isProgress, at: now)
            var victims: [any Channel] = []
            while state.reading.bytes > maximumUnread, let slowest = state.reading.slowest?.channel {
                state.choose(slowest)
                victims.append(slowest)
            }
            return victims
        }
        for victim in victims {
            note(.crowded)
            victim.close(promise: nil)
        }
    }

    /// The connection whose client has let the server wait for the longest time: for a request, or, for more than a
    /// second, for room for an answer.
    private static func mostStalled(_ state: inout State, at now: NIODeadline) -> (any Channel)? {
        let waiting = state.waiting.first
        let reading = state.reading.slowest.flatMap { now - $0.since > .seconds(1) ? $0 : nil }
        if let reading, waiting.map({ reading.since < $0.since }) ?? true { return reading.channel }
        return waiting?.channel
    }

    /// The one timer for all connections of an event loop.
    ///
    /// - Precondition: It is called on this loop.
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
