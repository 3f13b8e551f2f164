import NIOCore

/// Connections whose clients have not read all that was written for them.
struct SlowReaders {
    private struct Entry {
        let channel: any Channel
        var bytes: Int
        /// When the client last read something, or when it first had something to read.
        var since: NIODeadline
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The slowest ones when they were last looked for, the slowest at the end. Those that have read since are skipped.
    private var slowestFirst: [(id: ObjectIdentifier, since: NIODeadline)] = []
    /// All that waits to be read.
    private(set) var bytes = 0

    /// How many are looked for at a time: looking at all of them for each one would make a flood quadratic.
    private static let batch = 256

    mutating func set(_ channel: any Channel, bytes: Int, isProgress: Bool, at now: NIODeadline) {
        let id = ObjectIdentifier(channel)
        self.bytes += bytes - (entries[id]?.bytes ?? 0)
        guard bytes > 0 else { return entries[id] = nil }
        let since = isProgress ? now : entries[id]?.since ?? now
        entries[id] = Entry(channel: channel, bytes: bytes, since: since)
    }

    mutating func remove(_ channel: any Channel) {
        bytes -= entries.removeValue(forKey: ObjectIdentifier(channel))?.bytes ?? 0
    }

    /// The one that has read nothing for the longest time, or nil.
    ///
    /// - Complexity: O(*n*) in the number of slow readers, once for each batch that is taken; otherwise O(1).
    var slowest: (channel: any Channel, since: NIODeadline)? {
        mutating get {
            for isNew in [false, true] {
                if isNew { look() }
                while let last = slowestFirst.last {
                    if let found = entries[last.id], found.since == last.since { return (found.channel, found.since) }
                    slowestFirst.removeLast()
                }
            }
            return nil
        }
    }

    /// Takes it out, so that its bytes no longer count.
    mutating func takeSlowest() -> (channel: any Channel, since: NIODeadline)? {
        guard let found = slowest else { return nil }
        slowestFirst.removeLast()
        remove(found.channel)
        return found
    }

    private mutating func look() {
        let all = entries.map { (id: $0.key, since: $0.value.since) }.sorted { $0.since < $1.since }
        slowestFirst = all.prefix(Self.batch).reversed()
    }
}
