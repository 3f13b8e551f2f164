import AtollPackages
import AtollRateLimiting
import AtollRuntime
import Foundation
import Logging

/// The rooms of the web shell's users: the super app decides who is in which room.
struct WebRoomProvider: RoomProvider {
    let store: RoomStore
    let events: LaunchEvents
    let browsers: BrowserSessions
    let room: @Sendable (User, MiniAppID) -> String
    let logger: Logger
    private let added = RateLimiter<String>(.init(burst: 20, perSecond: 5))
    private let sent = RateLimiter<String>(.init(burst: 20, perSecond: 20))

    init(
        store: RoomStore, events: LaunchEvents, browsers: BrowserSessions,
        room: @escaping @Sendable (User, MiniAppID) -> String, logger: Logger
    ) {
        self.store = store
        self.events = events
        self.browsers = browsers
        self.room = room
        self.logger = logger
    }

    func add(_ update: RoomUpdate, _ context: BridgeContext) async throws(BridgeError) -> Int {
        let (user, _, room) = try await member(context)
        // The limit is per user: several sessions are still one member.
        let wait = added.take("\(user) \(context.miniApp)")
        guard wait <= .zero else {
            throw BridgeError(.limited, "At most 5 updates a second.", data: ["retryAfter": .integer(1_000)])
        }
        let from = context.user.pairwiseID
        let entry = try await storing {
            let payload = String(decoding: try JSONEncoder().encode(update.payload), as: UTF8.self)
            return try await store.add(
                {
                    .init(
                        serial: $0, from: from, payload: payload, info: update.info, summary: update.summary,
                        document: update.document)
                }, to: room)
        }
        await events.tell("updates.changed", ["last": .integer(entry.serial)], in: room)
        return entry.serial
    }

    func updates(
        since serial: Int, _ context: BridgeContext
    ) async throws(BridgeError) -> (updates: [(serial: Int, update: RoomUpdate, from: String)], last: Int) {
        let (_, _, room) = try await member(context)
        return try await storing {
            let (entries, last) = try await store.updates(since: serial, in: room)
            return (
                try entries.map { entry in
                    let update = RoomUpdate(
                        payload: try BridgeValue(json: Data(entry.payload.utf8)), info: entry.info,
                        summary: entry.summary, document: entry.document)
                    return (entry.serial, update, entry.from)
                }, last
            )
        }
    }

    func join(_ context: BridgeContext) async throws(BridgeError) {
        let (_, session, room) = try await member(context)
        guard await events.setHears(true, session, in: room) else {
            throw BridgeError(
                .limited, "Too many members of this room listen already.", data: ["retryAfter": .integer(60_000)])
        }
    }

    func send(_ data: BridgeValue, _ context: BridgeContext) async throws(BridgeError) {
        let (user, session, room) = try await member(context)
        let wait = sent.take("\(user) \(context.miniApp)")
        guard wait <= .zero else {
            throw BridgeError(.limited, "At most 20 messages a second.", data: ["retryAfter": .integer(100)])
        }
        await events.send(
            ["from": .string(context.user.pairwiseID), "data": data], from: session, in: room)
    }

    func leave(_ context: BridgeContext) async {
        guard let (_, session, room) = try? await member(context) else { return }
        _ = await events.setHears(false, session, in: room)
    }

    /// Forgets a member: their own room is removed; in other rooms, their name is removed.
    func forget(_ miniApp: MiniAppID, of user: User, name: String) async throws {
        let room = RoomStore.Room(miniApp: miniApp, name: self.room(user, miniApp))
        if room.name == user.id { try await store.remove(room) } else { try await store.forget(name, in: room) }
    }

    /// The updates of a user in the room of a mini app, under the name by which it knows them.
    func updates(of user: User, name: String, in miniApp: MiniAppID) async throws -> [RoomStore.Entry] {
        try await store.entries(of: name, in: RoomStore.Room(miniApp: miniApp, name: room(user, miniApp)))
    }

    /// The user's id, their session, and the room of a mini app that they are in.
    private func member(
        _ context: BridgeContext
    ) async throws(BridgeError) -> (user: String, session: SHA256Hash, room: RoomStore.Room) {
        guard let id = SHA256Hash(hex: context.session), let session = await browsers.sessions.session(id),
            let user = try? await browsers.users.user(id: session.user)
        else { throw BridgeError(.permissionDenied, "The user is no longer signed in.") }
        return (user.id, id, RoomStore.Room(miniApp: context.miniApp, name: room(user, context.miniApp)))
    }

    private func storing<Value: Sendable>(_ body: () async throws -> Value) async throws(BridgeError) -> Value {
        do {
            return try await body()
        } catch {
            logger.error("A room can't be used.", metadata: ["error": "\(error)"])
            throw BridgeError(.internal, "The room can't be used right now.")
        }
    }
}
