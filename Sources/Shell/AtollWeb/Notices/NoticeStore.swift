import AtollPackages
import AtollRuntime
import DurableFiles
import Foundation

/// The notices of mini apps to users, shown and scheduled: each user's notices in a file.
actor NoticeStore {
    /// A notice of a mini app.
    struct Entry: Codable, Sendable {
        let miniApp: MiniAppID
        let notice: MiniAppNotice
        var isRead = false
        /// Whether another user has sent it, not the mini app.
        var isMessage = false
        /// The user who has sent it; nil for a mini app's own, and for those of earlier versions.
        var sender: String?
    }

    /// The notices and the numbers of a user.
    private struct Box: Codable {
        var entries: [Entry] = []
        var badges: [String: Int] = [:]
    }

    private let directory: URL
    private let now: @Sendable () -> Date
    private var boxes: [String: Box] = [:]
    private var listeners: [String: [Int: AsyncStream<Void>.Continuation]] = [:]
    private var timers: [String: Task<Void, Never>] = [:]
    private var last = 0

    /// The maximum number of notices of a mini app for a user. The oldest that were shown make room.
    static let maximumPerMiniApp = 50
    private static let capacity = 10_000

    init(directory: URL, now: @escaping @Sendable () -> Date = { Date() }) throws {
        self.directory = directory
        self.now = now
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
    }

    /// Adds a notice, which replaces one of the same mini app with the same id.
    ///
    /// - Parameter sender: The user who sends it as a message, or nil for a notice of the mini app itself.
    /// - Returns: false if there is no room: the mini app has too many notices that were not shown yet, or the user has
    ///   not read the messages of others.
    func schedule(
        _ notice: MiniAppNotice, of miniApp: MiniAppID, for user: String, from sender: String? = nil
    ) throws -> Bool {
        var box = try box(of: user)
        let time = now()
        let isMessage = sender != nil
        box.entries.removeAll { $0.miniApp == miniApp && $0.notice.id == notice.id }
        // Messages only make room for messages.
        let own = box.entries.filter { $0.miniApp == miniApp && $0.isMessage == isMessage }
        if own.count >= Self.maximumPerMiniApp {
            let leaving = isMessage ? Self.messageToRemove(from: own) : own.filter { $0.notice.date <= time }.oldest
            guard let leaving else { return false }
            box.entries.removeAll { $0.miniApp == miniApp && $0.notice.id == leaving.notice.id }
        }
        box.entries.append(Entry(miniApp: miniApp, notice: notice, isMessage: isMessage, sender: sender))
        try save(box, of: user)
        tell(user)
        return true
    }

    /// The message that makes room: the oldest that was read, or the oldest of the sender with the most; nil if each
    /// unread one has a different sender. Otherwise, a stranger with a few accounts could remove the messages of
    /// others.
    private static func messageToRemove(from messages: [Entry]) -> Entry? {
        if let read = messages.filter(\.isRead).oldest { return read }
        let bySender = Dictionary(grouping: messages) { $0.sender ?? "" }
        let most = bySender.values.map(\.count).max() ?? 0
        guard most > 1 else { return nil }
        return bySender.values.filter { $0.count == most }.compactMap(\.oldest).oldest
    }

    /// Removes a notice of a mini app.
    func cancel(_ id: String, of miniApp: MiniAppID, for user: String) throws {
        var box = try box(of: user)
        box.entries.removeAll { $0.miniApp == miniApp && $0.notice.id == id }
        try save(box, of: user)
        tell(user)
    }

    /// Sets the number beside a mini app.
    func setBadge(_ count: Int, of miniApp: MiniAppID, for user: String) throws {
        var box = try box(of: user)
        box.badges[miniApp.rawValue] = count == 0 ? nil : count
        try save(box, of: user)
        tell(user)
    }

    /// The numbers beside mini apps, by their ids.
    func badges(of user: String) throws -> [String: Int] { try box(of: user).badges }

    /// The notices whose time has come, newest first.
    func shown(to user: String) throws -> [Entry] {
        let time = now()
        return try box(of: user).entries.filter { $0.notice.date <= time }
            .sorted { $0.notice.date > $1.notice.date }
    }

    /// Marks all shown notices as read.
    func markRead(by user: String) throws {
        var box = try box(of: user)
        let time = now()
        guard box.entries.contains(where: { !$0.isRead && $0.notice.date <= time }) else { return }
        for index in box.entries.indices where box.entries[index].notice.date <= time {
            box.entries[index].isRead = true
        }
        try save(box, of: user)
        tell(user)
    }

    /// Removes all shown notices.
    func clear(of user: String) throws {
        var box = try box(of: user)
        let time = now()
        box.entries.removeAll { $0.notice.date <= time }
        try save(box, of: user)
        tell(user)
    }

    /// Removes a mini app's own notices, shown and scheduled, and its number, because it may no longer send any.
    func withdraw(_ miniApp: MiniAppID, of user: String) throws {
        var box = try box(of: user)
        box.entries.removeAll { $0.miniApp == miniApp && !$0.isMessage }
        box.badges[miniApp.rawValue] = nil
        try save(box, of: user)
        tell(user)
    }

    /// Removes all data of a mini app.
    func forget(_ miniApp: MiniAppID, of user: String) throws {
        var box = try box(of: user)
        box.entries.removeAll { $0.miniApp == miniApp }
        box.badges[miniApp.rawValue] = nil
        try save(box, of: user)
        tell(user)
    }

    /// All notices of mini apps to a user, shown and scheduled.
    func all(of user: String) throws -> [Entry] { try box(of: user).entries }

    /// Removes a user's notices.
    func removeAll(of user: String) throws {
        try DurableFile.remove(file(of: user))
        boxes[user] = nil
        tell(user)
    }

    /// Yields an element whenever a user's notices change, or the time of one has come.
    func changes(for user: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        last += 1
        let id = last
        listeners[user, default: [:]][id] = continuation
        continuation.onTermination = { _ in Task { await self.end(id, user) } }
        wait(for: user)
        return stream
    }

    private func end(_ id: Int, _ user: String) {
        listeners[user]?[id] = nil
        guard listeners[user]?.isEmpty ?? true else { return }
        listeners[user] = nil
        timers.removeValue(forKey: user)?.cancel()
    }

    private func tell(_ user: String) {
        for listener in (listeners[user] ?? [:]).values { listener.yield() }
        wait(for: user)
    }

    /// Waits for the next scheduled notice of a user with an open connection.
    private func wait(for user: String) {
        timers.removeValue(forKey: user)?.cancel()
        let time = now()
        guard listeners[user] != nil,
            let next = (try? box(of: user))?.entries.map(\.notice.date).filter({ $0 > time }).min()
        else { return }
        let pause = min(next.timeIntervalSince(time), 86_400)
        timers[user] = Task {
            try? await Task.sleep(for: .seconds(pause))
            if !Task.isCancelled { self.tell(user) }
        }
    }

    private func box(of user: String) throws -> Box {
        if let known = boxes[user] { return known }
        guard let data = try DurableFile.contents(of: file(of: user)) else { return Box() }
        let box = try JSONDecoder().decode(Box.self, from: data)
        if boxes.count >= Self.capacity { boxes = [:] }
        boxes[user] = box
        return box
    }

    private func save(_ box: Box, of user: String) throws {
        try DurableFile.write(JSONEncoder().encode(box), to: file(of: user), permissions: 0o600)
        boxes[user] = box
    }

    private func file(of user: String) -> URL {
        directory.appending(path: SHA256Hash(of: Data(user.utf8)).hex)
    }
}

extension [NoticeStore.Entry] {
    fileprivate var oldest: NoticeStore.Entry? { self.min { $0.notice.date < $1.notice.date } }
}
