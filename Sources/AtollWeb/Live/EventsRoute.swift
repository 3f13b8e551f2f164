import AtollPackages
import AtollPages
import Hummingbird
import ServiceLifecycle

/// `GET /events?topics=…`: server-sent events that say when something on a page is worth looking at again. They say nothing
/// else: whoever is told asks for the page.
struct EventsRoute {
    let site: WebSite
    let shell: ShellParts

    /// How often a line is sent that means nothing, so that a connection that has died is noticed.
    private static let heartbeat = Duration.seconds(20)
    private static let maximumTopics = 10

    func add(to router: Router<ShellContext>) {
        router.get("events", use: events)
    }

    @Sendable private func events(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let user = try await shell.user(of: session)
        let names = (request.uri.queryParameters["topics"] ?? "").split(separator: ",").map(String.init)
        guard (1...Self.maximumTopics).contains(names.count) else {
            throw ShellError.badRequest("Say which topics: /events?topics=today")
        }
        var topics: [PageTopic] = []
        for name in names {
            guard let topic = await site.topic(name) else { throw ShellError.nothing("There is no such topic.") }
            topics.append(topic)
        }
        guard let place = await shell.connections.enter(user.id) else {
            return Response(status: .tooManyRequests, headers: [.retryAfter: "30"])
        }
        let asking = PageUser(id: user.id, name: user.name, roles: user.roles, visit: session.id.hex)
        let sessions = shell.sessions
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no"],
            body: ResponseBody { [topics] writer in
                defer { withExtendedLifetime(place) {} }
                let (lines, end) = Self.lines(topics, for: asking) { await sessions.session(session.id) != nil }
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
                // A browser that goes away is noticed at once, and not with the next line.
                try await request.body.consumeWithInboundCloseHandler { _ in
                    for await line in lines { try await writer.write(ByteBuffer(string: line)) }
                } onInboundClosed: {
                    end()
                }
                try await writer.finish(nil)
            }
        )
    }

    /// What is sent: an event for each change, and in between a comment now and then. It ends with the session, when the shell
    /// is asked to stop, and when `end` is called.
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

/// How many event connections are open: each user may have some, and all together no more than the server has room for.
actor EventConnections {
    /// One that is open: it is given back when the last reference to it goes.
    final class Place: Sendable {
        private let leave: @Sendable () -> Void
        fileprivate init(leave: @escaping @Sendable () -> Void) { self.leave = leave }
        deinit { leave() }
    }

    private var open: [String: Int] = [:]
    /// How many are open, of all users.
    private(set) var count = 0
    private let maximum: Int

    /// The most for a user. A browser needs one; where it has no shared workers, one for each tab that is seen.
    static let maximumPerUser = 20

    /// - Parameter maximum: The most for all users together.
    init(maximum: Int) { self.maximum = maximum }

    /// - Returns: nil where the user, or the server, has too many.
    func enter(_ user: String) -> Place? {
        guard count < maximum, open[user, default: 0] < Self.maximumPerUser else { return nil }
        open[user, default: 0] += 1
        count += 1
        return Place { [weak self] in Task { await self?.leave(user) } }
    }

    private func leave(_ user: String) {
        let left = (open[user] ?? 1) - 1
        open[user] = left > 0 ? left : nil
        count -= 1
    }
}
