import AtollPackages
import BoundedServer
import Foundation
import Hummingbird
import ServiceLifecycle

/// `GET /bridge/events?miniApp=…&version=…`: what the shell tells a running mini app, as server-sent events whose data are JSON-RPC
/// notifications for the page to pass on.
struct LaunchEventsRoute: ShellRoutes {
    let caller: BridgeCaller
    let connections: EventConnections
    let events: LaunchEvents
    let room: @Sendable (User, MiniAppID) -> String

    private static let heartbeat = Duration.seconds(5)

    func add(to router: Router<ShellContext>) {
        router.get("bridge/events", use: stream)
    }

    @Sendable private func stream(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (session, launch) = try caller.listening(request, context)
        let launched = try await caller.launched(session, launch)
        guard let place = await connections.enter(session.user) else {
            return Response(status: .tooManyRequests, headers: [.retryAfter: "30"])
        }
        let listener = await events.listen(
            session.id, in: .init(miniApp: launch.miniApp, name: room(launched.user, launch.miniApp)))
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no"],
            body: ResponseBody { [events, caller] writer in
                defer { withExtendedLifetime(place) {} }
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
                let (lines, continuation) = AsyncStream.makeStream(
                    of: String.self, bufferingPolicy: .bufferingNewest(64))
                let passing = Task {
                    for await event in listener.events { continuation.yield("data: \(event)\n\n") }
                    continuation.finish()
                }
                let beating = Task {
                    while (try? await Task.sleep(for: Self.heartbeat)) != nil {
                        // Whoever may not use the mini app any more hears nothing more of it.
                        guard (try? await caller.launched(session, launch)) != nil else { break }
                        continuation.yield(": here\n\n")
                    }
                    continuation.finish()
                }
                defer {
                    passing.cancel()
                    beating.cancel()
                }
                try await withGracefulShutdownHandler {
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        for await line in lines { try await writer.write(ByteBuffer(string: line)) }
                    } onInboundClosed: {
                        continuation.finish()
                    }
                } onGracefulShutdown: {
                    continuation.finish()
                }
                await events.end(listener.id)
                try await writer.finish(nil)
            })
    }
}
