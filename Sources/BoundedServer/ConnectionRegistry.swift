import Logging
import NIOConcurrencyHelpers
import NIOCore

/// The connections of a server. If there are too many, the one that has waited longest for a request is closed: a
/// healthy client sends its head immediately, so a flood of slow ones only displaces itself.
final class ConnectionRegistry: Sendable {
    private struct State {
        var waiting: [ObjectIdentifier: (channel: any Channel, turn: UInt64)] = [:]
        /// The connections in the order in which they began to wait; outdated entries are skipped.
        var order: [(id: ObjectIdentifier, turn: UInt64)] = []
        var first = 0
        var count = 0
        var turn: UInt64 = 0
        var faults: [ConnectionFault: Int] = [:]
        var reported: NIODeadline?
    }

    private let state = NIOLockedValueBox(State())
    let maximum: Int
    private let logger: Logger

    init(maximum: Int, logger: Logger) {
        self.maximum = maximum
        self.logger = logger
    }

    /// The number of open connections.
    var count: Int { state.withLockedValue { $0.count } }

    /// Registers a connection, and closes one if there are now too many.
    func opened(_ channel: any Channel) {
        let victim = state.withLockedValue { state -> (any Channel)? in
            state.count += 1
            defer { Self.wait(channel, &state) }
            guard state.count > maximum else { return nil }
            // If no other connection is waiting, the new one is closed.
            return Self.longestWaiting(&state) ?? channel
        }
        guard let victim else { return }
        note(.crowded)
        victim.close(promise: nil)
    }

    func closed(_ channel: any Channel) {
        state.withLockedValue { state in
            state.count -= 1
            state.waiting[ObjectIdentifier(channel)] = nil
        }
    }

    /// Records whether a connection waits for a request.
    func set(_ channel: any Channel, isWaiting: Bool) {
        state.withLockedValue { state in
            if isWaiting {
                Self.wait(channel, &state)
            } else {
                state.waiting[ObjectIdentifier(channel)] = nil
            }
        }
    }

    private static func wait(_ channel: any Channel, _ state: inout State) {
        state.turn += 1
        let id = ObjectIdentifier(channel)
        state.waiting[id] = (channel, state.turn)
        state.order.append((id, state.turn))
        guard state.order.count > 64, state.order.count > 4 * state.waiting.count else { return }
        state.order = state.order[state.first...].filter { state.waiting[$0.id]?.turn == $0.turn }
        state.first = 0
    }

    private static func longestWaiting(_ state: inout State) -> (any Channel)? {
        while state.first < state.order.count {
            let (id, turn) = state.order[state.first]
            state.first += 1
            guard let found = state.waiting[id], found.turn == turn else { continue }
            state.waiting[id] = nil
            return found.channel
        }
        return nil
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
