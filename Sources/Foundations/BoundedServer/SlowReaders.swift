import NIOCore

/// Connections with pieces of answers that the system has not accepted yet. Their clients make progress when it accepts
/// a piece of up to 64 kB. How much of a piece they have read before that is not known.
struct SlowReaders {
    private var waiting = StalledConnections()
    private var bytesByID: [ObjectIdentifier: Int] = [:]
    /// The number of bytes that wait to be read.
    private(set) var bytes = 0

    /// Records how many bytes wait for a client.
    mutating func set(_ channel: any Channel, bytes: Int, isProgress: Bool, at now: NIODeadline) {
        guard bytes > 0 else { return remove(channel) }
        let id = ObjectIdentifier(channel)
        self.bytes += bytes - (bytesByID[id] ?? 0)
        bytesByID[id] = bytes
        if isProgress || !waiting.contains(channel) { waiting.add(channel, at: now) }
    }

    mutating func remove(_ channel: any Channel) {
        bytes -= bytesByID.removeValue(forKey: ObjectIdentifier(channel)) ?? 0
        waiting.remove(channel)
    }

    /// The connection whose client has made no progress for the longest time, or nil.
    ///
    /// - Complexity: O(1) on average.
    var slowest: (channel: any Channel, since: NIODeadline)? {
        mutating get { waiting.first }
    }
}
