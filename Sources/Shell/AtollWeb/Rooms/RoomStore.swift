import AtollPackages
import AtollRuntime
import DurableFiles
import Foundation

/// The logs of rooms, each in a file that is replaced as a whole with each update, in the order of arrival.
actor RoomStore {
    /// A room of a mini app.
    struct Room: Hashable, Sendable {
        let miniApp: MiniAppID
        let name: String
    }

    /// An update as it is stored.
    struct Entry: Codable, Sendable {
        let serial: Int
        let from: String
        /// JSON.
        let payload: String
        let info: String?
        let summary: String?
        let document: String?
    }

    private let directory: URL
    private var logs: [Room: [Entry]] = [:]

    /// The maximum number of updates of a room. Beyond it, the oldest one of the member with the most makes room.
    static let maximum = 1_000
    /// The maximum size of a room's payloads, in bytes.
    static let maximumBytes = 1024 * 1024
    private static let capacity = 100

    init(directory: URL) throws {
        self.directory = directory
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
    }

    /// Adds an update. Once the method returns, the update survives a crash.
    func add(_ make: @Sendable (_ serial: Int) -> Entry, to room: Room) throws -> Entry {
        var log = try log(of: room)
        // cannot trap: no room ever has so many updates.
        let entry = make((log.last?.serial ?? 0) + 1)
        log.append(entry)
        var bytes = log.reduce(0) { $0 + $1.payload.utf8.count }
        while log.count > Self.maximum || bytes > Self.maximumBytes, log.count > 1 {
            bytes -= log.remove(at: Self.indexToRemove(from: log, byCount: log.count > Self.maximum)).payload.utf8.count
        }
        try DurableFile.write(JSONEncoder().encode(log), to: file(of: room), permissions: 0o600)
        keep(log, of: room)
        return entry
    }

    /// The index of the oldest entry of the member who takes up the most room, so that no member displaces the updates
    /// of others. The newest entry stays.
    private static func indexToRemove(from log: [Entry], byCount: Bool) -> Int {
        let older = log.dropLast()
        var shares: [String: Int] = [:]
        for entry in older { shares[entry.from, default: 0] += byCount ? 1 : entry.payload.utf8.count }
        let most = shares.values.max() ?? 0
        return older.firstIndex { shares[$0.from] == most } ?? 0
    }

    /// The updates after a serial number, oldest first, at most half a megabyte of them, and the last number in the
    /// log.
    func updates(since serial: Int, in room: Room) throws -> (entries: [Entry], last: Int) {
        let log = try log(of: room)
        var bytes = 0
        let entries = log.drop { $0.serial <= serial }.prefix { entry in
            bytes += entry.payload.utf8.count
            return bytes <= 512 * 1024 || bytes == entry.payload.utf8.count
        }
        return (Array(entries), log.last?.serial ?? 0)
    }

    /// The updates of a member.
    func entries(of member: String, in room: Room) throws -> [Entry] { try log(of: room).filter { $0.from == member } }

    /// Removes a member's name from a log: their updates stay, but can no longer be attributed to them.
    func forget(_ member: String, in room: Room) throws {
        let log = try log(of: room)
        guard log.contains(where: { $0.from == member }) else { return }
        let changed = log.map { entry in
            guard entry.from == member else { return entry }
            return Entry(
                serial: entry.serial, from: "", payload: entry.payload, info: nil, summary: entry.summary,
                document: entry.document)
        }
        try DurableFile.write(JSONEncoder().encode(changed), to: file(of: room), permissions: 0o600)
        keep(changed, of: room)
    }

    /// Removes a log.
    func remove(_ room: Room) throws {
        logs[room] = nil
        guard FileManager.default.fileExists(atPath: file(of: room).path) else { return }
        try FileManager.default.removeItem(at: file(of: room))
        try DurableFile.synchronizeFolder(directory)
    }

    private func log(of room: Room) throws -> [Entry] {
        if let known = logs[room] { return known }
        guard let data = try DurableFile.contents(of: file(of: room)) else { return [] }
        let log = try JSONDecoder().decode([Entry].self, from: data)
        keep(log, of: room)
        return log
    }

    private func keep(_ log: [Entry], of room: Room) {
        if logs.count >= Self.capacity { logs = [:] }
        logs[room] = log
    }

    private func file(of room: Room) -> URL {
        directory.appending(path: SHA256Hash(of: Data("\(room.miniApp)\u{0}\(room.name)".utf8)).hex)
    }
}
