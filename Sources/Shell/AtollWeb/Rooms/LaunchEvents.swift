import AtollPackages
import AtollRuntime
import Foundation

/// The events that the shell sends to running mini apps: JSON-RPC notifications, to the pages around them.
actor LaunchEvents {
    /// A page that listens for a mini app.
    struct Listener: Sendable {
        let id: Int
        /// The lines of the stream of server-sent events. All listeners of an event share its text.
        let lines: AsyncStream<String>
        /// Ends the lines.
        let finish: @Sendable () -> Void
    }

    private struct Open {
        let session: SHA256Hash
        let room: RoomStore.Room
        let continuation: AsyncStream<String>.Continuation
    }

    private var open: [Int: Open] = [:]
    private var last = 0

    /// Adds a listener.
    func listen(_ session: SHA256Hash, in room: RoomStore.Room) -> Listener {
        last += 1
        let (lines, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(64))
        let id = last
        open[id] = Open(session: session, room: room, continuation: continuation)
        continuation.onTermination = { _ in Task { await self.end(id) } }
        return Listener(id: id, lines: lines, finish: { continuation.finish() })
    }

    /// Sends a sign that the connection is alive.
    func beat(_ id: Int) { open[id]?.continuation.yield(": here\n\n") }

    /// Ends a listener's stream.
    func end(_ id: Int) {
        guard let ended = open.removeValue(forKey: id) else { return }
        ended.continuation.finish()
        let member = Member(ended.session, ended.room)
        // A lost connection is restored within seconds.
        Task {
            try? await Task.sleep(for: Self.patience)
            self.leaveUnlessOpen(member)
        }
    }

    private static let patience = Duration.seconds(30)

    private func leaveUnlessOpen(_ member: Member) {
        let isOpen = open.values.contains { $0.session == member.session && $0.room == member.room }
        if !isOpen { joined.remove(member) }
    }

    private struct Member: Hashable {
        let session: SHA256Hash
        let room: RoomStore.Room

        init(_ session: SHA256Hash, _ room: RoomStore.Room) {
            self.session = session
            self.room = room
        }
    }

    private var joined: Set<Member> = []
    private static let capacity = 100_000

    /// Starts or stops sending the messages of members to a session's mini app.
    ///
    /// - Returns: false if too many sessions receive messages.
    func setHears(_ hears: Bool, _ session: SHA256Hash, in room: RoomStore.Room) -> Bool {
        if hears {
            guard joined.count < Self.capacity else { return false }
            let member = Member(session, room)
            joined.insert(member)
            Task {
                try? await Task.sleep(for: Self.patience)
                self.leaveUnlessOpen(member)
            }
        } else {
            joined.remove(Member(session, room))
        }
        return true
    }

    /// Notifies all listeners in a room.
    func tell(_ method: String, _ parameters: BridgeValue, in room: RoomStore.Room) {
        guard let text = Self.notification(method, parameters) else { return }
        for listener in open.values where listener.room == room { listener.continuation.yield(text) }
    }

    /// Notifies the sessions that receive messages, except the sender's.
    func send(_ parameters: BridgeValue, from session: SHA256Hash, in room: RoomStore.Room) {
        guard let text = Self.notification("realtime.message", parameters) else { return }
        for listener in open.values where listener.room == room && listener.session != session {
            if joined.contains(Member(listener.session, room)) { listener.continuation.yield(text) }
        }
    }

    private static func notification(_ method: String, _ parameters: BridgeValue) -> String? {
        let message: BridgeValue = ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
        return (try? JSONEncoder().encode(message)).map { "data: \(String(decoding: $0, as: UTF8.self))\n\n" }
    }
}
