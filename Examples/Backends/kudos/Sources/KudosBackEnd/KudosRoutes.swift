import AtollRateLimiting
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import MiniAppBackEnd
import SignedJSON

/// The API of the mini app. Each request has the user's token as bearer.
///
/// | | |
/// | --- | --- |
/// | `GET /v1/me` | the user of the token |
/// | `GET /v1/people` | the people who can be thanked |
/// | `GET /v1/kudos` | the newest thanks |
/// | `POST /v1/kudos` | JSON: `to`, `badge`, `message`; 201 |
/// | `DELETE /v1/kudos/{id}` | takes back the caller's own; 204 |
/// | `GET /v1/events` | a stream with one event for each change, until the token expires |
struct KudosRoutes: Sendable {
    let store: KudosStore
    let bearers: TokenBearers
    let feed: KudosFeed
    /// The rate limit of one person's thanks.
    let gifts = RateLimiter<String>(.init(burst: 20, perSecond: 0.1))

    private static let maximumBody = 8_192

    func add(to router: Router<BackEndContext>) {
        router.get("v1/me") { request, _ in try Response.json(try await caller(request).person) }
        router.get("v1/people") { request, _ in
            let caller = try await caller(request).person
            return try Response.json(try await store.people().filter { $0.id != caller.id })
        }
        router.get("v1/kudos") { request, _ in
            _ = try await caller(request)
            return try Response.json(try await store.newest())
        }
        router.post("v1/kudos") { request, _ in try await give(request) }
        router.delete("v1/kudos/:id") { request, context in
            let caller = try await caller(request).person
            guard try await store.remove(try context.parameters.require("id"), from: caller.id) else {
                throw HTTPError(.notFound)
            }
            await feed.tell("taken back")
            return Response(status: .noContent)
        }
        router.get("v1/events") { request, _ in try await events(request) }
    }

    private struct Given: Decodable {
        let to: String
        let badge: String
        let message: String
    }

    private func give(_ request: Request) async throws -> Response {
        let caller = try await caller(request).person
        guard gifts.take(caller.id) <= .zero else { throw HTTPError(.tooManyRequests) }
        guard let body = try await request.body(upTo: Self.maximumBody),
            let given = try? JSONDecoder().decode(Given.self, fromForeign: Data(body.readableBytesView)),
            // The limits are on characters as people count them, and on bytes: one character can carry any number of
            // marks.
            (1...500).contains(given.message.count), given.message.utf8.count <= 2_000,
            (1...20).contains(given.badge.utf8.count)
        else { throw HTTPError(.badRequest) }
        guard let to = try await store.person(given.to), to.id != caller.id else { throw HTTPError(.notFound) }
        let kudos = Kudos(
            id: UUID().uuidString, from: caller.id, fromName: caller.name, to: to.id, toName: to.name,
            badge: given.badge, message: given.message, date: Date())
        try await store.add(kudos)
        await feed.tell(String(decoding: try JSONEncoder.backEnd.encode(kudos), as: UTF8.self))
        return try Response.json(kudos, status: .created)
    }

    private func events(_ request: Request) async throws -> Response {
        let (person, end) = try await caller(request)
        guard let listening = await feed.listen(person.id) else { throw HTTPError(.serviceUnavailable) }
        // An expired token grants no access: the page reconnects with the next one.
        let timer = Task {
            try await Task.sleep(for: .seconds(max(1, end.timeIntervalSinceNow)))
            await feed.end(listening)
        }
        let body = ResponseBody { writer in
            defer { timer.cancel() }
            // Tells the client immediately that it is connected.
            try await writer.write(ByteBuffer(string: ": listening\n\n"))
            try await request.body.consumeWithInboundCloseHandler { _ in
                for await event in listening.events {
                    try await writer.write(ByteBuffer(string: "data: \(event)\n\n"))
                }
            } onInboundClosed: {
                Task { await feed.end(listening) }
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    /// The caller, and the time at which their token expires. Stores the caller's name, so that others can thank them.
    private func caller(_ request: Request) async throws -> (person: Person, end: Date) {
        let bearer = try await bearers.bearer(of: request)
        let person = Person(id: bearer.id, name: bearer.name)
        if try await store.person(person.id)?.name != person.name { try await store.note(person) }
        return (person, bearer.end)
    }
}
