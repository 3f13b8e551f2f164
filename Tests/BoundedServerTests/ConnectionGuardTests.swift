import Foundation
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@testable import BoundedServer

@Suite("Writes to a connection")
struct ConnectionGuardTests {
    private static let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    @Test("A long write is split into pieces of 64 KB")
    func pieces() throws {
        let registry = ConnectionRegistry(maximum: 10, logger: Logger(label: "test"))
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(ConnectionGuard(ServerLimits(), registry: registry))
        for length in [0, 1, 65_536, 65_537, 200_000] {
            try channel.writeOutbound(IOData.byteBuffer(ByteBuffer(bytes: Self.bytes.prefix(length))))
            var found: [[UInt8]] = []
            while case .byteBuffer(let piece)? = try channel.readOutbound(as: IOData.self) {
                found.append(Array(piece.readableBytesView))
            }
            #expect(found.allSatisfy { $0.count <= 65_536 } && found.count == max(1, (length + 65_535) / 65_536))
            #expect(found.flatMap(\.self) == Array(Self.bytes.prefix(length)))
        }
        _ = try channel.finish()
    }

    @Test("Closing the slowest readers closes no others, also when their writes end with them")
    func crowd() throws {
        let registry = ConnectionRegistry(maximum: 1_000, unreadBytes: 100_000, logger: Logger(label: "test"))
        let channels = try (0..<50).map { _ in
            let channel = EmbeddedChannel()
            try channel.pipeline.syncOperations.addHandler(ConnectionGuard(ServerLimits(), registry: registry))
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            registry.opened(channel)
            channel.closeFuture.whenComplete { _ in registry.closed(channel) }
            // Not flushed, as if the client read nothing.
            channel.write(IOData.byteBuffer(ByteBuffer(bytes: Self.bytes.prefix(10_000))), promise: nil)
            return channel
        }
        for each in channels { each.embeddedEventLoop.run() }
        #expect(channels.map(\.isActive) == Array(repeating: false, count: 40) + Array(repeating: true, count: 10))
        #expect(registry.unreadBytes == 100_000 && registry.count == 10)
        for each in channels.suffix(10) { each.flush() }
        #expect(registry.unreadBytes == 0)
        for each in channels { _ = try? each.finish() }
        #expect(registry.count == 0)
    }

    @Test("A body from an unlinked temporary file has the stored bytes", arguments: [0, 1, 200_000])
    func stored(_ length: Int) async throws {
        let data = Data(Self.bytes.prefix(length))
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        for body in [try FileBody(storing: data), FileBody(data)] {
            #expect(body.count == length)
            let writer = BodyCollector(limit: 1 << 20)
            try await body.body(on: eventLoop).write(writer)
            #expect(Data(writer.bytes.readableBytesView) == data)
        }
    }
}
