import NIOCore

/// Connections that wait for their clients, in the order in which they began to.
struct StalledConnections {
    private struct Entry {
        let channel: any Channel
        let since: NIODeadline
        let turn: UInt64
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The connections with the turns in which they were added. Outdated entries are skipped.
    private var order: [(id: ObjectIdentifier, turn: UInt64)] = []
    private var start = 0
    private var turn: UInt64 = 0

    /// Adds a connection that begins to wait now, also if it has waited before.
    mutating func add(_ channel: any Channel, at now: NIODeadline) {
        turn += 1
        let id = ObjectIdentifier(channel)
        entries[id] = Entry(channel: channel, since: now, turn: turn)
        order.append((id, turn))
        guard order.count > 64, order.count > 4 * entries.count else { return }
        order = order[start...].filter { entries[$0.id]?.turn == $0.turn }
        start = 0
    }

    mutating func remove(_ channel: any Channel) { entries[ObjectIdentifier(channel)] = nil }

    func contains(_ channel: any Channel) -> Bool { entries[ObjectIdentifier(channel)] != nil }

    /// The connection that has waited for the longest time, or nil.
    ///
    /// - Complexity: O(1) on average.
    var first: (channel: any Channel, since: NIODeadline)? {
        mutating get {
            while start < order.count {
                let (id, turn) = order[start]
                if let found = entries[id], found.turn == turn { return (found.channel, found.since) }
                start += 1
            }
            return nil
        }
    }
}
