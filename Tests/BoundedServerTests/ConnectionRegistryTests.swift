import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import BoundedServer

@Suite("Which connection is closed when there are too many")
struct ConnectionRegistryTests {
    private static func registry(_ maximum: Int, unreadBytes: Int = 1 << 30) -> ConnectionRegistry {
        ConnectionRegistry(maximum: maximum, unreadBytes: unreadBytes, logger: Logger(label: "test"))
    }

    private static func moment(_ seconds: Int64) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000_000) + .seconds(seconds)
    }

    /// Connections whose clients began to read nothing at 0, 1, 2 … seconds.
    private static func readers(_ count: Int, in registry: ConnectionRegistry, bytes: Int = 65_536) -> [EmbeddedChannel]
    {
        (0..<count).map { number in
            let (channel, now) = (EmbeddedChannel(), moment(Int64(number)))
            registry.opened(channel, at: now)
            registry.set(channel, isWaiting: false, at: now)
            registry.set(channel, unread: bytes, isProgress: false, at: now)
            return channel
        }
    }

    private static func areClosed(_ channels: [EmbeddedChannel]) -> [Bool] {
        channels.map { channel in
            let end = End()
            channel.closeFuture.whenComplete { _ in end.isReached = true }
            channel.embeddedEventLoop.run()
            return end.isReached
        }
    }

    @Test("The slowest reader makes room, and never somebody who has just come")
    func slowReaders() {
        let registry = Self.registry(3)
        let readers = Self.readers(3, in: registry)
        // The first one has read something since.
        registry.set(readers[0], unread: 65_536, isProgress: true, at: Self.moment(9))
        let first = EmbeddedChannel()
        registry.opened(first, at: Self.moment(10))
        #expect(Self.areClosed(readers + [first]) == [false, true, false, false])
        registry.closed(readers[1])
        let second = EmbeddedChannel()
        registry.opened(second, at: Self.moment(10))
        #expect(Self.areClosed(readers + [first, second]) == [false, true, true, false, false])
        #expect(registry.unreadBytes == 65_536)
    }

    @Test("A connection that has been idle for longer is closed before a slow reader")
    func idle() {
        let registry = Self.registry(2)
        let idle = EmbeddedChannel()
        registry.opened(idle, at: Self.moment(-1))
        let readers = Self.readers(1, in: registry)
        registry.opened(EmbeddedChannel(), at: Self.moment(10))
        #expect(Self.areClosed([idle] + readers) == [true, false])
    }

    @Test("Nobody who reads is closed for a newcomer")
    func healthy() {
        let registry = Self.registry(2)
        let readers = Self.readers(2, in: registry)
        for each in readers { registry.set(each, unread: 65_536, isProgress: true, at: Self.moment(10)) }
        let newcomer = EmbeddedChannel()
        registry.opened(newcomer, at: Self.moment(10))
        #expect(Self.areClosed(readers + [newcomer]) == [false, false, true])
    }

    @Test("Answers that nobody reads have a limit in bytes, which the slowest readers pay for")
    func bytes() {
        let registry = Self.registry(1_000, unreadBytes: 500_000)
        let readers = Self.readers(600, in: registry, bytes: 1_000)
        #expect(Self.areClosed(readers) == Array(repeating: true, count: 100) + Array(repeating: false, count: 500))
        #expect(registry.unreadBytes == 500_000)
        // The rest of a closed connection does not count.
        registry.set(readers[0], unread: 0, isProgress: true, at: Self.moment(700))
        for each in readers { registry.closed(each) }
        #expect(registry.unreadBytes == 0 && registry.count == 0)
    }
}

/// Whether a connection has ended: its loop runs on the thread of the test.
private final class End: @unchecked Sendable {
    var isReached = false
}
