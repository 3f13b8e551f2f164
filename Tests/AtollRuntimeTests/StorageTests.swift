import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollRuntime

@Suite("Storage")
struct StorageTests {
    private let area = StorageArea(user: "p-1", miniApp: MiniAppID("com.example.kudos")!)

    @Test("Users and mini apps see only their own values, and values outlast the process")
    func isolation() async throws {
        let directory = try TemporaryDirectory()
        let storage = FileStorage(directory: directory.url)
        try await storage.set("mine", for: "k", in: area)
        let others = [
            StorageArea(user: "p-2", miniApp: area.miniApp),
            StorageArea(user: "p-1", miniApp: MiniAppID("com.example.other")!),
        ]
        for other in others {
            #expect(try await storage.value(for: "k", in: other) == nil)
            #expect(try await storage.keys(in: other).isEmpty)
        }
        let reopened = FileStorage(directory: directory.url)
        #expect(try await reopened.value(for: "k", in: area) == "mine")
        #expect(try await reopened.keys(in: area) == ["k"])
    }

    @Test(
        "Any text of 1 to 100 bytes is a valid key",
        arguments: ["..", "/", "a/b", "\u{0}", "é", "😀", "A", "a", String(repeating: "k", count: 100)]
    )
    func keys(_ key: String) async throws {
        let directory = try TemporaryDirectory()
        let storage = FileStorage(directory: directory.url)
        try await storage.set("value", for: key, in: area)
        #expect(try await FileStorage(directory: directory.url).keys(in: area) == [key])
        #expect(try await FileStorage(directory: directory.url).value(for: key, in: area) == "value")
        let outside = try FileManager.default.subpathsOfDirectory(atPath: directory.url.path)
        #expect(outside.allSatisfy { !$0.contains("..") })
    }

    @Test(
        "Who reads beside a writer sees each value whole, in the order in which they were stored, and two of them together"
    )
    func readersBesideAWriter() async throws {
        let directory = try TemporaryDirectory()
        let storage = FileStorage(directory: directory.url)
        let area = area
        let last = 60
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    var (seen, first) = (0, 0)
                    while seen < last, !Task.isCancelled {
                        // A read need not wait, and the writer needs its turn.
                        await Task.yield()
                        // The first of the two is stored no later than the second.
                        let second = Self.number(try await storage.value(for: "b", in: area))
                        first = Self.number(try await storage.value(for: "a", in: area))
                        #expect(second >= seen && first >= second)
                        let both = try await storage.values(withPrefix: "", in: area, limit: .max)
                        #expect(both?["a"] == both?["b"], "two that are stored together")
                        seen = max(seen, second)
                    }
                }
            }
            for number in 1...last {
                let text = String(repeating: "\(number),", count: 2_000)
                try await storage.set(["a": text, "b": text], in: area)
                #expect(
                    Self.number(try await storage.value(for: "b", in: area)) == number,
                    "what one has stored oneself is there")
            }
            try await group.waitForAll()
        }
        // A removed value is gone, also for a reader at that moment.
        for number in 1...last {
            try await storage.set("\(number),", for: "c", in: area)
            async let seen = storage.value(for: "c", in: area)
            try await storage.removeValue(for: "c", in: area)
            #expect([0, number].contains(Self.number(try await seen)))
            #expect(try await storage.value(for: "c", in: area) == nil)
        }
    }

    /// The number that a whole value repeats; 0 for none, and -1 for a part of one.
    private static func number(_ value: String?) -> Int {
        guard let value else { return 0 }
        let parts = Set(value.split(separator: ","))
        return parts.count == 1 ? parts.first.flatMap { Int($0) } ?? -1 : -1
    }

    @Test("Two spellings of an accented letter are two keys, and both count")
    func spellings() async throws {
        let directory = try TemporaryDirectory()
        var limits = StorageLimits()
        limits.keys = 2
        let storage = FileStorage(directory: directory.url, limits: limits)
        let spellings = ["\u{c5}", "\u{212b}", "A\u{30a}"]
        try await storage.set("1", for: spellings[0], in: area)
        try await storage.set("2", for: spellings[1], in: area)
        await #expect(throws: StorageError.tooManyKeys(limit: 2)) {
            try await storage.set("3", for: spellings[2], in: area)
        }
        #expect(try await storage.value(for: spellings[2], in: area) == nil)
        #expect(try await storage.value(for: spellings[1], in: area) == "2")
        #expect(try await storage.keys(in: area).count == 2)
    }

    @Test("All values under a prefix, unless they are too much together")
    func prefixes() async throws {
        let directory = try TemporaryDirectory()
        let storage = FileStorage(directory: directory.url)
        try await storage.set(["note/1": "one", "note/2": "two", "notes": "none"], in: area)
        let notes = ["note/1": "one", "note/2": "two"]
        #expect(try await storage.values(withPrefix: "note/", in: area, limit: 18) == notes)
        #expect(try await storage.values(withPrefix: "note/", in: area, limit: 17) == nil)
        #expect(try await storage.values(withPrefix: "other", in: area, limit: 0) == [:])
        #expect(try await storage.values(withPrefix: "", in: area, limit: 100)?.count == 3)
    }

    @Test("Values that were stored together and can't be read are not taken for none")
    func unreadable() async throws {
        let directory = try TemporaryDirectory()
        try await FileStorage(directory: directory.url).set("old", for: "a", in: area)
        let folders = try FileManager.default.subpathsOfDirectory(atPath: directory.url.path)
        let folder = try #require(folders.first { $0.hasSuffix("/\(area.miniApp)") })
        // File permissions do not stop root, which tests may run as; a folder in place of the file does.
        let together = directory.url.appending(path: folder).appending(path: "together.json")
        try FileManager.default.createDirectory(at: together, withIntermediateDirectories: false)
        let storage = FileStorage(directory: directory.url)
        await #expect(throws: StorageError.self) { try await storage.value(for: "a", in: area) }
        await #expect(throws: StorageError.self) { try await storage.set("new", for: "a", in: area) }
        try FileManager.default.removeItem(at: together)
        #expect(try await storage.value(for: "a", in: area) == "old")
    }

    @Test("A key of 101 bytes is refused with an error that gives the limit")
    func longKey() async throws {
        let directory = try TemporaryDirectory()
        let storage = FileStorage(directory: directory.url)
        await #expect(throws: StorageError.keyLength(limit: 100)) {
            try await storage.set("", for: String(repeating: "k", count: 101), in: area)
        }
        #expect(StorageError.keyLength(limit: 100).description == "A key must have 1 to 100 bytes.")
    }

    @Test("A disk that can't be written has an error of its own")
    func disk() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "file")
        try Data().write(to: file)
        let storage = FileStorage(directory: file)
        let error = await #expect(throws: StorageError.self) { try await storage.set("v", for: "k", in: area) }
        guard case .unavailable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Several values are stored together or not at all, whenever the process ends")
    func together() async throws {
        let directory = try TemporaryDirectory()
        var limits = StorageLimits()
        limits.keys = 3
        let storage = FileStorage(directory: directory.url, limits: limits)
        try await storage.set(["a": "1", "b": "2"], in: area)
        #expect(try await storage.size(of: area) == StorageSize(used: 4, limit: limits.areaBytes, keys: 2))
        await #expect(throws: StorageError.tooManyKeys(limit: 3)) {
            try await storage.set(["a": "9", "c": "3", "d": "4"], in: area)
        }
        #expect(try await storage.value(for: "a", in: area) == "1")
        // As a process leaves it that is killed after the first file, and before the values.
        let folder = try #require(
            FileManager.default.enumerator(at: directory.url, includingPropertiesForKeys: nil)?.compactMap {
                $0 as? URL
            }
            .first { $0.lastPathComponent == area.miniApp.rawValue })
        try Data(#"{"a":"5","c":"6"}"#.utf8).write(to: folder.appending(path: "together.json"))
        let reopened = FileStorage(directory: directory.url, limits: limits)
        #expect(try await reopened.keys(in: area) == ["a", "b", "c"])
        #expect(try await reopened.value(for: "a", in: area) == "5")
        try await reopened.removeAll(in: area)
        #expect(try await reopened.size(of: area).keys == 0)
        #expect(try await FileStorage(directory: directory.url).keys(in: area).isEmpty)
    }
}
