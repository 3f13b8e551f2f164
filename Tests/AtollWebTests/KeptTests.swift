import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import NIOConcurrencyHelpers
import Synchronization
import Testing

@testable import AtollWeb

@Suite("What mini apps keep and tell")
struct KeptTests {
    private let kudos: MiniAppID
    private let area: StorageArea

    init() throws {
        kudos = try #require(MiniAppID("com.example.kudos"))
        area = StorageArea(user: "u-1", miniApp: kudos)
    }

    @Test("Secrets are not readable in their files, and can't be moved to another user or key")
    func secrets() async throws {
        let directory = try TemporaryDirectory()
        let (folder, key) = (directory.url.appending(path: "secrets"), directory.url.appending(path: "key"))
        let storage = try SealedStorage(directory: folder, keyFile: key)
        try await storage.set("very secret", for: "pin", in: area)
        try await storage.set("other", for: "code", in: area)
        #expect(try await SealedStorage(directory: folder, keyFile: key).value(for: "pin", in: area) == "very secret")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .map { folder.appending(path: $0) }.filter { !$0.hasDirectoryPath }
        let contents = files.compactMap { FileManager.default.contents(atPath: $0.path) }
        #expect(contents.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("secret") })
        // As if an attacker had exchanged the files.
        let hex = { (text: String) in text.utf8.map { String(format: "%02x", $0) }.joined() }
        let pin = try #require(files.first { $0.lastPathComponent == hex("pin") })
        let code = try #require(files.first { $0.lastPathComponent == hex("code") })
        try FileManager.default.removeItem(at: code)
        try FileManager.default.copyItem(at: pin, to: code)
        await #expect(throws: StorageError.self) { () async throws in
            _ = try await SealedStorage(directory: folder, keyFile: key).value(for: "code", in: area)
        }
    }

    @Test("Files are written in pieces within a quota, and no path leads out of their folder")
    func files() async throws {
        let directory = try TemporaryDirectory()
        var limits = FolderFiles.Limits()
        (limits.bytes, limits.files) = (100, 3)
        let files = FolderFiles(directory: directory.url.appending(path: "files"), limits: limits)
        #expect(try await files.write(Data(repeating: 1, count: 40), to: "a/b.jpg", at: nil, in: area) == 40)
        #expect(try await files.write(Data(repeating: 2, count: 40), to: "a/b.jpg", at: 40, in: area) == 80)
        #expect(try await files.write(Data(repeating: 3, count: 10), to: "a/b.jpg", at: 0, in: area) == 80)
        let (data, size) = try await files.read("a/b.jpg", from: 5, count: 10, in: area)
        #expect(size == 80 && data == Data([3, 3, 3, 3, 3, 1, 1, 1, 1, 1]))
        await #expect(throws: FilesError.full(limit: 100)) { () async throws in
            try await files.write(Data(repeating: 1, count: 21), to: "c", at: nil, in: area)
        }
        await #expect(throws: FilesError.badOffset) { () async throws in
            try await files.write(Data([1]), to: "a/b.jpg", at: 81, in: area)
        }
        await #expect(throws: FilesError.notFound) { () async throws in
            try await files.read("none", from: 0, count: 1, in: area)
        }
        for path in [
            "", "/", "..", "../x", "a/../b", "a//b", "/a", "a/", ".", "a\u{0}b", String(repeating: "x", count: 121),
        ] {
            await #expect(throws: FilesError.badPath) { () async throws in
                try await files.write(Data([1]), to: path, at: nil, in: area)
            }
        }
        // Two spellings of one letter are two files.
        _ = try await files.write(Data([1]), to: "é", at: nil, in: area)
        _ = try await files.write(Data([2, 2]), to: "e\u{301}", at: nil, in: area)
        #expect(try await files.list(in: area).map(\.size).sorted() == [1, 2, 80])
        await #expect(throws: FilesError.tooMany(limit: 3)) { () async throws in
            try await files.write(Data([1]), to: "d", at: nil, in: area)
        }
        // Nor do other spellings of a file that is there pass a limit.
        await #expect(throws: FilesError.tooMany(limit: 3)) { () async throws in
            try await files.write(Data([1]), to: "a/b.jp\u{ff47}", at: nil, in: area)
        }
        await #expect(throws: FilesError.full(limit: 100)) { () async throws in
            try await files.write(Data(repeating: 1, count: 30), to: "e\u{301}", at: nil, in: area)
        }
        // Another user has none of it.
        #expect(try await files.list(in: StorageArea(user: "u-2", miniApp: kudos)).isEmpty)
        try await files.removeAll(in: area)
        #expect(try await files.list(in: area).isEmpty)
    }

    private func notice(_ id: String, _ date: Date) -> MiniAppNotice {
        MiniAppNotice(id: id, date: date, title: id, body: "", path: nil)
    }

    @Test("A notice is shown when its time has come, once, and survives a restart")
    func notices() async throws {
        let directory = try TemporaryDirectory()
        let time = NIOLockedValueBox(Date(timeIntervalSince1970: 1_800_000_000))
        let now: @Sendable () -> Date = { time.withLockedValue { $0 } }
        let store = try NoticeStore(directory: directory.url, now: now)
        #expect(try await store.schedule(notice("now", now()), of: kudos, for: "ada"))
        #expect(try await store.schedule(notice("later", now() + 60), of: kudos, for: "ada"))
        #expect(try await store.shown(to: "ada").map(\.notice.id) == ["now"])
        #expect(try await store.shown(to: "ben").isEmpty)
        try await store.markRead(by: "ada")
        time.withLockedValue { $0 += 60 }
        let again = try NoticeStore(directory: directory.url, now: now)
        #expect(try await again.shown(to: "ada").map(\.isRead) == [false, true])
        try await again.cancel("later", of: kudos, for: "ada")
        #expect(try await again.shown(to: "ada").map(\.notice.id) == ["now"])
        try await again.setBadge(3, of: kudos, for: "ada")
        #expect(try await again.badges(of: "ada") == ["com.example.kudos": 3])
        try await again.forget(kudos, of: "ada")
        #expect(try await again.shown(to: "ada").isEmpty)
        #expect(try await again.badges(of: "ada").isEmpty)
    }

    @Test("A mini app can't flood a user with notices: shown ones make room, others don't")
    func flood() async throws {
        let directory = try TemporaryDirectory()
        let store = try NoticeStore(directory: directory.url)
        for index in 0..<60 {
            #expect(try await store.schedule(notice("\(index)", Date() - 10), of: kudos, for: "ada"))
        }
        #expect(try await store.shown(to: "ada").count == NoticeStore.maximumPerMiniApp)
        for index in 0..<50 {
            _ = try await store.schedule(notice("later \(index)", Date() + 1_000), of: kudos, for: "ada")
        }
        #expect(try await !store.schedule(notice("one more", Date() + 1_000), of: kudos, for: "ada"))
    }

    @Test("A stranger with several accounts removes no message of others; what was read makes room")
    func floodOfMessages() async throws {
        let directory = try TemporaryDirectory()
        let store = try NoticeStore(directory: directory.url)
        func send(_ id: String, _ sender: String, _ age: Double) async throws -> Bool {
            try await store.schedule(notice(id, Date() - age), of: kudos, for: "ada", from: sender)
        }
        #expect(try await send("from ben", "ben", 1_000))
        for index in 0..<200 { #expect(try await send("\(index)", "stranger \(index % 4)", 500 - Double(index))) }
        let shown = try await store.shown(to: "ada")
        #expect(shown.count == NoticeStore.maximumPerMiniApp && shown.contains { $0.notice.id == "from ben" })
        // Each unread message is of another sender: a further one is refused, and none is lost.
        let other = try NoticeStore(directory: directory.url.appending(path: "other"))
        for index in 0..<50 {
            #expect(try await other.schedule(notice("\(index)", Date() - 9), of: kudos, for: "ada", from: "\(index)"))
        }
        #expect(try await !other.schedule(notice("more", Date()), of: kudos, for: "ada", from: "more"))
        try await other.markRead(by: "ada")
        #expect(try await other.schedule(notice("more", Date()), of: kudos, for: "ada", from: "more"))
    }

    @Test("Whoever listens hears of a notice, and again when its time comes")
    func changes() async throws {
        let directory = try TemporaryDirectory()
        let start = Date()
        let late = Mutex(0.0)
        let store = try NoticeStore(directory: directory.url) { start + late.withLock { $0 } }
        let changes = await store.changes(for: "ada")
        var iterator = changes.makeAsyncIterator()
        _ = try await store.schedule(notice("soon", start + 0.3), of: kudos, for: "ada")
        await iterator.next()
        #expect(try await store.shown(to: "ada").isEmpty)
        late.withLock { $0 = 1 }
        await iterator.next()
        #expect(try await store.shown(to: "ada").map(\.notice.id) == ["soon"])
    }

    @Test("A room has one order for all, keeps it over a restart, and forgets the oldest")
    func rooms() async throws {
        let directory = try TemporaryDirectory()
        let store = try RoomStore(directory: directory.url)
        let room = RoomStore.Room(miniApp: kudos, name: "team")
        func add(_ payload: String) async throws -> Int {
            try await store.add(
                { .init(serial: $0, from: "u", payload: payload, info: nil, summary: nil, document: nil) }, to: room
            ).serial
        }
        let serials = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<50 { group.addTask { try await add("\(index)") } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(serials.sorted() == Array(1...50))
        let again = try RoomStore(directory: directory.url)
        #expect(try await again.updates(since: 48, in: room).entries.map(\.serial) == [49, 50])
        #expect(try await again.updates(since: 0, in: .init(miniApp: kudos, name: "other")).last == 0)
        let large = "\"" + String(repeating: "x", count: 120_000) + "\""
        for _ in 0..<40 { _ = try await add(large) }
        let (entries, last) = try await store.updates(since: 0, in: room)
        #expect(last == 90 && entries.count < 40 && entries.first.map { $0.serial > 1 } == true)
    }

    @Test("Messages of the moment reach those who have joined, and not the sender or other rooms")
    func moments() async throws {
        let events = LaunchEvents()
        let room = RoomStore.Room(miniApp: kudos, name: "team")
        let (ada, ben) = (SHA256Hash(of: Data("ada".utf8)), SHA256Hash(of: Data("ben".utf8)))
        let (hers, his) = (await events.listen(ada, in: room), await events.listen(ben, in: room))
        let other = await events.listen(ben, in: .init(miniApp: kudos, name: "other"))
        _ = await events.setHears(true, ada, in: room)
        _ = await events.setHears(true, ben, in: room)
        await events.send(["from": "a", "data": "hello"], from: ada, in: room)
        _ = await events.setHears(false, ben, in: room)
        await events.send(["from": "a", "data": "not heard"], from: ada, in: room)
        for listener in [hers, his, other] { await events.end(listener.id) }
        var heard: [Int] = []
        for listener in [hers, his, other] {
            var count = 0
            for await text in listener.lines {
                #expect(text.hasPrefix("data: {") && text.hasSuffix("\n\n") && text.contains("hello"))
                count += 1
            }
            heard.append(count)
        }
        #expect(heard == [0, 1, 0])
    }
}
