import AtollPackages
import BoundedServer
import Foundation
import Hummingbird
import ServiceLifecycle

/// `GET /bridge/events?miniApp=…&version=…`: the shell's events for a running mini app, as server-sent events whose
/// data are JSON-RPC notifications for the page to pass on.
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
                place.whenTaken { listener.finish() }
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
                let beating = Task {
                    while (try? await Task.sleep(for: Self.heartbeat)) != nil {
                        // The stream ends when the user loses access to the mini app.
                        guard (try? await caller.launched(session, launch)) != nil else { break }
                        await events.beat(listener.id)
                    }
                    listener.finish()
                }
                defer { beating.cancel() }
                try await withGracefulShutdownHandler {
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        for await line in listener.lines {
                            // No event is sent after a sign-out.
                            guard await caller.isSignedIn(session) else { break }
                            try await writer.write(ByteBuffer(string: line))
                        }
                    } onInboundClosed: {
                        listener.finish()
                    }
                } onGracefulShutdown: {
                    listener.finish()
                }
                await events.end(listener.id)
                try await writer.finish(nil)
            })
    }
}
