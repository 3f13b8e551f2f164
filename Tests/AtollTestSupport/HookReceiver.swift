import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// A server that takes what is posted to it, and answers with the statuses that a test has set.
package final class HookReceiver: @unchecked Sendable {
    /// Something that was posted.
    package struct Message: Sendable {
        package let headers: [String: String]
        package let body: Data
    }

    // Safe: only touched while `lock` is held.
    private let lock = NSLock()
    private var taken: [Message] = []
    private var next: [Int] = []

    /// The posted bodies, in order.
    package var messages: [Message] { lock.withLock { taken } }

    /// Answers the next requests with these statuses, and all others with 204.
    package func answer(with statuses: Int...) { lock.withLock { next = statuses } }

    /// Runs it on a free port.
    package static func run<Result: Sendable>(
        _ body: @Sendable @escaping (_ receiver: HookReceiver, _ address: String) async throws -> Result
    ) async throws -> Result {
        let receiver = HookReceiver()
        let router = Router()
        router.post("hook") { request, _ -> Response in
            let bytes = try await request.body.collect(upTo: 1 << 20)
            var headers: [String: String] = [:]
            for field in request.headers { headers[field.name.canonicalName] = field.value }
            let message = Message(headers: headers, body: Data(buffer: bytes))
            let status = receiver.lock.withLock { () -> Int in
                receiver.taken.append(message)
                return receiver.next.isEmpty ? 204 : receiver.next.removeFirst()
            }
            return Response(status: .init(code: status))
        }
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        var logger = Logger(label: "hook")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                continuation.yield(channel.localAddress?.port ?? 0)
                continuation.finish()
            }, logger: logger)
        return try await GracefulService.run(application, logger: logger) {
            var port = 0
            for await running in ports { port = running }
            return try await body(receiver, "http://127.0.0.1:\(port)/hook")
        }
    }
}
