import BoundedServer
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing

@Suite("Clients that wait before they send a body")
struct ExpectationTests {
    /// The bytes that a client has read from a connection.
    private struct Dialogue {
        fileprivate let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
        fileprivate var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        private(set) var text = ""

        init(
            _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
        ) {
            (self.inbound, self.outbound) = (inbound.makeAsyncIterator(), outbound)
        }

        func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

        /// Reads until a text has come, or the connection ends.
        mutating func read(until end: String) async throws -> String {
            while !text.contains(end), let more = try await inbound.next() { text += String(buffer: more) }
            defer { text = "" }
            return text
        }
    }

    /// Serves three paths: `/read` answers with the length of the body, `/refuse` reads none, and `/late` reads it
    /// after it has begun to answer.
    private static func run(_ talk: @escaping @Sendable (inout Dialogue) async throws -> Void) async throws {
        let router = Router()
        router.post("read") { request, _ in
            guard let body = try await request.body(upTo: 1_000) else { return Response(status: .contentTooLarge) }
            return Response(
                status: .ok, body: .init(byteBuffer: ByteBuffer(string: "<\(body.readableBytes)>")))
        }
        router.post("refuse") { _, _ in
            Response(status: .unauthorized, body: .init(byteBuffer: ByteBuffer(string: "<no>")))
        }
        router.post("late") { request, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "<begins>"))
                    var length = 0
                    for try await chunk in request.body { length += chunk.readableBytes }
                    try await writer.write(ByteBuffer(string: "<\(length)>"))
                    try await writer.finish(nil)
                })
        }
        router.get("events") { request, _ in
            // As the routes of events do, which end when the client goes.
            try await request.body.consumeWithInboundCloseHandler { _ in
                Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "<events>")))
            } onInboundClosed: {
            }
        }
        router.post("events") { request, _ in
            try await request.body.consumeWithInboundCloseHandler { _ in
                Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "<events>")))
            } onInboundClosed: {
            }
        }
        let logger = Logger(label: "test")
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router, server: .bounded(logger: logger),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let group = ServiceGroup(configuration: .init(services: [application], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let bound = try #require(await ports.first { _ in true })
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: bound) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            try await channel.executeThenClose { inbound, outbound in
                var dialogue = Dialogue(inbound, outbound)
                try await talk(&dialogue)
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private static func head(_ path: String, length: Int, expecting expectation: String? = "100-continue") -> String {
        "POST \(path) HTTP/1.1\r\nHost: a.test\r\nContent-Length: \(length)\r\n"
            + (expectation.map { "Expect: \($0)\r\n" } ?? "") + "\r\n"
    }

    @Test("A client is told to send the body when it is read", arguments: ["100-continue", "100-Continue"])
    func asked(_ expectation: String) async throws {
        try await Self.run { client in
            // Twice on one connection.
            for _ in 0..<2 {
                try await client.send(Self.head("/read", length: 3, expecting: expectation))
                #expect(try await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
                try await client.send("abc")
                let answer = try await client.read(until: "<3>")
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && !answer.lowercased().contains("connection: close"))
            }
        }
    }

    @Test("A route that waits for the client to go is not disturbed")
    func events() async throws {
        try await Self.run { client in
            try await client.send("GET /events HTTP/1.1\r\nHost: a.test\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await client.read(until: "<events>").hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
        try await Self.run { client in
            try await client.send(Self.head("/events", length: 3) + "abc")
            #expect(try await client.read(until: "<events>").contains("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test(
        "A refusal comes at once, and says that the connection ends",
        arguments: [("/refuse", 401, 10), ("/read", 413, 2_000)])
    func refused(_ path: String, _ status: Int, _ length: Int) async throws {
        try await Self.run { client in
            try await client.send(Self.head(path, length: length))
            let answer = try await client.read(until: status == 401 ? "<no>" : "\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.lowercased().contains("connection: close"))
        }
    }

    @Test("Whoever does not wait, expects something else or sends nothing is not told")
    func others() async throws {
        try await Self.run { client in
            for head in [
                Self.head("/read", length: 3) + "abc", Self.head("/read", length: 3, expecting: nil) + "abc",
                Self.head("/read", length: 3, expecting: "200-ok") + "abc",
                // It has begun, so that the rest has to come in time.
                Self.head("/read", length: 3) + "a",
            ] {
                try await client.send(head)
                if head.utf8.suffix(2).elementsEqual("\na".utf8) { try await client.send("bc") }
                let answer = try await client.read(until: "<3>")
                // A client that has sent the body with the head may get an answer first.
                #expect(answer.replacing("HTTP/1.1 100 Continue\r\n\r\n", with: "").hasPrefix("HTTP/1.1 200 OK\r\n"))
            }
            try await client.send(Self.head("/read", length: 0))
            #expect(try await client.read(until: "<0>").hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test("Nothing is put into an answer that has begun")
    func late() async throws {
        try await Self.run { client in
            try await client.send(Self.head("/late", length: 3))
            _ = try await client.read(until: "<begins>")
            try await client.send("abc")
            #expect(try await !client.read(until: "<3>").contains("100 Continue"))
        }
    }
}
