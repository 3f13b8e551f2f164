import AtollTestSupport
import Crypto
import Foundation
import Testing

@testable import ObjectStorage

@Suite("Stores of objects")
struct ObjectStoreTests {
    enum Kind: CaseIterable {
        case directory, s3
    }

    /// A store, with a separate prefix, and the objects that must outlive it.
    private static func store(_ kind: Kind) async throws -> (store: any ObjectStore, keep: any Sendable) {
        switch kind {
        case .directory:
            let directory = try TemporaryDirectory()
            return (try DirectoryObjectStore(directory.url), directory)
        case .s3:
            let store = try TestBucket.store(prefix: "p\(UUID().uuidString.prefix(8))")
            try await store.makeBucket()
            return (store, kind)
        }
    }

    private static func bytes(_ count: Int, _ seed: UInt64) -> Data {
        var generator = SeededGenerator(seed: seed)
        return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    @Test("What was stored comes back, whole and in part", arguments: Kind.allCases)
    func roundTrip(_ kind: Kind) async throws {
        let (store, keep) = try await Self.store(kind)
        for (number, count) in [0, 1, 1_000, 70_000, 1_000_003].enumerated() {
            let key = try #require(ObjectKey("v1/blobs/\(number).bin"))
            let data = Self.bytes(count, UInt64(number))
            #expect(try await store.get(key, limit: 2_000_000) == nil)
            try await store.put(data, at: key)
            // The same again is not an error.
            try await store.put(data, at: key)
            #expect(try await store.get(key, limit: 2_000_000) == data)
            #expect(try await store.size(of: key) == count)
            for start in [0, 1, count / 2, count] where start <= count {
                let found = Collector()
                #expect(try await store.stream(key, from: start) { found.add($0) })
                #expect(found.data == data.dropFirst(start))
            }
        }
        withExtendedLifetime(keep) {}
    }

    @Test("What isn't there is nil, and removing it is not an error", arguments: Kind.allCases)
    func missing(_ kind: Kind) async throws {
        let (store, keep) = try await Self.store(kind)
        let key = try #require(ObjectKey("none"))
        #expect(try await store.get(key, limit: 10) == nil)
        #expect(try await store.size(of: key) == nil)
        #expect(try await store.stream(key, from: 0) { _ in } == false)
        try await store.delete(key)
        try await store.put(Data("x".utf8), at: key)
        try await store.delete(key)
        #expect(try await store.get(key, limit: 10) == nil)
        withExtendedLifetime(keep) {}
    }

    @Test("A part of a name is not the name", arguments: Kind.allCases)
    func prefixes(_ kind: Kind) async throws {
        let (store, keep) = try await Self.store(kind)
        try await store.put(Data("x".utf8), at: try #require(ObjectKey("folder/file.long")))
        for text in ["folder", "folder/file", "file.long"] {
            let key = try #require(ObjectKey(text))
            #expect(try await store.size(of: key) == nil, "\(text)")
            #expect(try await store.get(key, limit: 10) == nil, "\(text)")
        }
        withExtendedLifetime(keep) {}
    }

    @Test("An object that is longer than the caller takes is not read", arguments: Kind.allCases)
    func limit(_ kind: Kind) async throws {
        let (store, keep) = try await Self.store(kind)
        let key = try #require(ObjectKey("long"))
        try await store.put(Data(count: 1_000), at: key)
        #expect(try await store.get(key, limit: 1_000)?.count == 1_000)
        await #expect(throws: ObjectError.tooLong(key, limit: 999)) { try await store.get(key, limit: 999) }
        withExtendedLifetime(keep) {}
    }

    @Test("Bytes that are not those of the digest are refused", arguments: Kind.allCases)
    func digest(_ kind: Kind) async throws {
        let (store, keep) = try await Self.store(kind)
        let key = try #require(ObjectKey("bad"))
        let other = SHA256.hash(data: Data("other".utf8))
        await #expect { try await store.put(Data("bytes".utf8), at: key, sha256: other) } throws: { error in
            guard case .refused(400, _)? = error as? ObjectError else { return false }
            return true
        }
        #expect(try await store.get(key, limit: 10) == nil)
        withExtendedLifetime(keep) {}
    }

    @Test("A list has every object whose key begins so, once", arguments: Kind.allCases)
    func list(_ kind: Kind) async throws {
        let (store, keep) = try await Self.store(kind)
        let names = ["a/1", "a/10", "a/2", "a.b", "b/1", "B/1", "a/x/y"]
        for name in names { try await store.put(Data(name.utf8), at: try #require(ObjectKey(name))) }
        let all = try await store.all("")
        #expect(all.map(\.key.text).sorted() == names.sorted())
        #expect(all.allSatisfy { $0.size == $0.key.text.utf8.count })
        #expect(all.allSatisfy { abs($0.modified.timeIntervalSinceNow) < 600 })
        #expect(try await store.all("a/").map(\.key.text).sorted() == ["a/1", "a/10", "a/2", "a/x/y"])
        #expect(try await store.all("a").count == 5)
        #expect(try await store.all("none").isEmpty)
        withExtendedLifetime(keep) {}
    }

    @Test("A long list comes in parts", arguments: Kind.allCases)
    func parts(_ kind: Kind) async throws {
        let (store, keep) = try await Self.store(kind)
        let keys = try (0..<1_203).map { try #require(ObjectKey("n/\($0 % 7)/\($0)")) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, key) in keys.enumerated() {
                if number >= 16 { try await group.next() }
                group.addTask { try await store.put(Data("\(number)".utf8), at: key) }
            }
            try await group.waitForAll()
        }
        let first = try await store.list("n/", from: nil)
        #expect(first.entries.count == 1_000 && first.next != nil)
        let all = try await store.all("n/")
        #expect(all.count == keys.count && Set(all.map(\.key)) == Set(keys))
        withExtendedLifetime(keep) {}
    }
}
