/// Notifies listeners of changes to the feed.
actor KudosFeed {
    /// A listener's stream of events.
    struct Listening: Sendable {
        fileprivate let id: Int
        fileprivate let person: String
        let events: AsyncStream<String>
    }

    private var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    private var open: [String: Int] = [:]
    private var last = 0

    /// The maximum number of listeners.
    static let capacity = 1_000
    /// The maximum number of streams of one person.
    static let capacityOfOne = 5

    /// Adds a listener; nil if there are too many.
    func listen(_ person: String) -> Listening? {
        guard listeners.count < Self.capacity, open[person, default: 0] < Self.capacityOfOne else { return nil }
        open[person, default: 0] += 1
        last += 1
        let (events, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(20))
        let listening = Listening(id: last, person: person, events: events)
        continuation.onTermination = { _ in Task { await self.end(listening) } }
        listeners[last] = continuation
        return listening
    }

    /// Ends a listener's stream.
    func end(_ listening: Listening) {
        guard let ended = listeners.removeValue(forKey: listening.id) else { return }
        ended.finish()
        let left = (open[listening.person] ?? 1) - 1
        open[listening.person] = left > 0 ? left : nil
    }

    /// Ends all streams, because the server stops.
    func endAll() {
        for listener in listeners.values { listener.finish() }
        listeners = [:]
        open = [:]
    }

    /// Sends an event, in one line, to all listeners.
    func tell(_ event: String) {
        for listener in listeners.values { listener.yield(event) }
    }
}
