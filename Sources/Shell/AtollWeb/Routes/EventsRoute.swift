import AtollPackages
import AtollPages
import Hummingbird
import ServiceLifecycle

/// `GET /events?topics=…`: server-sent events that notify pages of changes. They carry only the name of the topic;
/// pages are then requested again.
struct EventsRoute: ShellRoutes {
    let site: WebSite
    let browsers: BrowserSessions
    let connections: EventConnections
    let notices: NoticeStore

    /// The topic of mini apps' notices, which belongs to the shell.
    private static let noticeTopic = "shell.notices"

    /// The interval at which a comment line is sent, so that dead connections are noticed.
    private static let heartbeat = Duration.seconds(20)
    private static let maximumTopics = 10

    func add(to router: Router<ShellContext>) {
        router.get("events", use: events)
    }

    @Sendable private func events(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (user, session) = try await browsers.signedIn(context)
        let names = (request.uri.queryParameters["topics"] ?? "").split(separator: ",").map(String.init)
        guard (1...Self.maximumTopics).contains(names.count) else {
            throw ShellError.badRequest("Name 1 to \(Self.maximumTopics) topics: /events?topics=today")
        }
        var topics: [PageTopic] = []
        for name in names {
            if name == Self.noticeTopic {
                topics.append(PageTopic(name) { [notices] user in await notices.changes(for: user.id) })
                continue
            }
            guard let topic = await site.topic(name) else { throw ShellError.nothing("There is no such topic.") }
            topics.append(topic)
        }
        guard let place = await connections.enter(user.id) else {
            return Response(status: .tooManyRequests, headers: [.retryAfter: "30"])
        }
        let asking = PageUser(user, in: session)
        let sessions = browsers.sessions
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no"],
            body: ResponseBody { [topics] writer in
                defer { withExtendedLifetime(place) {} }
                let (lines, end) = Self.lines(topics, for: asking) { await sessions.session(session.id) != nil }
                place.whenTaken(end)
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
                // A closed connection is noticed immediately, not only when the next line is sent.
                try await request.body.consumeWithInboundCloseHandler { _ in
                    for await line in lines { try await writer.write(ByteBuffer(string: line)) }
                } onInboundClosed: {
                    end()
                }
                try await writer.finish(nil)
            }
        )
    }

    /// The lines to send: an event for each change, and a comment at each heartbeat. The stream ends when the session
    /// ends, when the shell shuts down, and when `end` is called.
    private static func lines(
        _ topics: [PageTopic], for user: PageUser, while isSignedIn: @escaping @Sendable () async -> Bool
    ) -> (lines: AsyncStream<String>, end: @Sendable () -> Void) {
        let (lines, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(64))
        let task = Task {
            await withGracefulShutdownHandler {
                await withTaskGroup(of: Void.self) { group in
                    for topic in topics {
                        group.addTask {
                            for await _ in await topic.changes(user) {
                                continuation.yield("event: changed\ndata: \(topic.name)\n\n")
                            }
                        }
                    }
                    group.addTask {
                        while (try? await Task.sleep(for: heartbeat)) != nil, await isSignedIn() {
                            continuation.yield(": here\n\n")
                        }
                        continuation.finish()
                    }
                }
            } onGracefulShutdown: {
                continuation.finish()
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return (lines, { continuation.finish() })
    }
}
