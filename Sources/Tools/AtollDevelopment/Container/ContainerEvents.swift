import Foundation
import NIOConcurrencyHelpers

/// The server-sent events to open container pages.
final class ContainerEvents: Sendable {
    private struct Open {
        var last = 0
        var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    }

    private let open = NIOLockedValueBox(Open())
    /// The maximum number of pages at a time.
    private static let capacity = 50

    /// Adds a listener; returns nil if there are too many.
    func listen() -> (id: Int, events: AsyncStream<String>)? {
        let (events, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(64))
        let id: Int? = open.withLockedValue { open in
            guard open.listeners.count < Self.capacity else { return nil }
            open.last += 1
            open.listeners[open.last] = continuation
            return open.last
        }
        return id.map { ($0, events) }
    }

    /// Ends a listener's stream.
    func end(_ id: Int) { open.withLockedValue { $0.listeners.removeValue(forKey: id) }?.finish() }

    /// Ends all streams.
    func endAll() {
        let all = open.withLockedValue { open in
            defer { open.listeners = [:] }
            return Array(open.listeners.values)
        }
        for listener in all { listener.finish() }
    }

    /// Whether no more pages may listen.
    var isFull: Bool { open.withLockedValue { $0.listeners.count >= Self.capacity } }

    /// Sends an event to every open page.
    func tell(_ event: some Encodable) {
        guard let data = try? JSONEncoder().encode(event) else { return }
        let text = "data: \(String(decoding: data, as: UTF8.self))\n\n"
        for listener in open.withLockedValue({ Array($0.listeners.values) }) { listener.yield(text) }
    }
}
