/// Tells everybody who listens that the feed has changed.
actor KudosFeed {
    /// What one listener is told.
    struct Listening: Sendable {
        fileprivate let id: Int
        let events: AsyncStream<String>
    }

    private var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    private var last = 0

    /// The most who listen at a time.
    static let capacity = 1_000

    /// Begins to listen; nil if too many do.
    func listen() -> Listening? {
        guard listeners.count < Self.capacity else { return nil }
        last += 1
        let (events, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(20))
        let listening = Listening(id: last, events: events)
        continuation.onTermination = { _ in Task { await self.end(listening) } }
        listeners[last] = continuation
        return listening
    }

    /// Ends a listener's stream.
    func end(_ listening: Listening) { listeners.removeValue(forKey: listening.id)?.finish() }

    /// Ends all streams, because the server stops.
    func endAll() {
        for listener in listeners.values { listener.finish() }
        listeners = [:]
    }

    /// Tells an event, in one line.
    func tell(_ event: String) {
        for listener in listeners.values { listener.yield(event) }
    }
}
