import Foundation
import Hummingbird
import Logging

/// A server whose responses never end.
public enum EndlessServer {
    /// Starts the server, calls `body` with its URL, and stops it.
    ///
    /// - Parameter pause: The time between single bytes; if nil, the server sends 10 kB at a time without pauses.
    public static func run(
        pause: Duration? = nil, _ body: @Sendable @escaping (URL) async throws -> Void
    ) async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let router = Router()
        router.get("/") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    let chunk = ByteBuffer(repeating: 0x20, count: pause == nil ? 10_000 : 1)
                    while !Task.isCancelled {
                        try await writer.write(chunk)
                        if let pause { try await Task.sleep(for: pause) }  // sleep: a slow server
                    }
                    try await writer.finish(nil)
                }
            )
        }
        var logger = Logger(label: "endless")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                continuation.yield(channel.localAddress?.port ?? 0)
                continuation.finish()
            },
            logger: logger
        )
        try await GracefulService.run(application, logger: logger) {
            for await port in ports { try await body(URL(string: "http://127.0.0.1:\(port)/")!) }
        }
    }
}
