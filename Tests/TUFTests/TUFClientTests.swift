import Crypto
import Foundation
import SignedJSON
import Testing

@testable import TUF

@Suite("The client")
struct TUFClientTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "tuf-\(UUID().uuidString)")

    /// The error of a refresh after a change that follows a successful one, or nil.
    private func fault(
        limits: TUFLimits = TUFLimits(), now: Date = SimulatedRepository.start,
        after change: (SimulatedRepository) -> Void
    ) async throws -> TUFError? {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        repository.add("file.txt")
        repository.publish("targets")
        try await repository.client(in: directory).refresh()
        let trusted = try files()
        change(repository)
        do throws(TUFError) {
            let client: TUFClient
            do { client = try repository.client(in: directory, limits: limits, now: now) } catch {
                throw error as! TUFError
            }
            try await client.refresh()
            return nil
        } catch {
            // Trusted metadata still is, except for newer roots that were verified.
            var left = try files()
            left["root.json"] = trusted["root.json"]
            for (name, data) in left {
                #expect(trusted[name] == data || name.hasPrefix("timestamp") || name.hasPrefix("snapshot"), "\(name)")
            }
            return error
        }
    }

    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            files[name] = try Data(contentsOf: directory.appending(path: name))
        }
        return files
    }

    @Test("A refresh without news makes two requests")
    func nothingNew() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        try await repository.client(in: directory).refresh()
        let first = repository.asked.count
        try await repository.client(in: directory).refresh()
        #expect(repository.asked.dropFirst(first).map(\.name) == ["2.root.json", "timestamp.json"])
        #expect(repository.asked.map(\.limit).prefix(2) == [512_000, 16_384])
    }

    @Test("A target is downloaded once, and only if it is the announced one")
    func download() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        repository.add("a/b-c.txt", "hello")
        repository.publish("targets")
        let client = try repository.client(in: directory)
        let folder = directory.appending(path: "targets")
        let file = try await client.download("a/b-c.txt", from: SimulatedRepository.targets, to: folder)
        #expect(try String(contentsOf: file, encoding: .utf8) == "hello")
        let asked = repository.asked.count
        _ = try await client.download("a/b-c.txt", from: SimulatedRepository.targets, to: folder)
        #expect(repository.asked.count == asked)
        await #expect(throws: TUFError.unknownTarget("none")) {
            try await client.download("none", from: SimulatedRepository.targets, to: folder)
        }
        for path in ["", "../x", "a/../../x", "./x", "a\u{0}"] {
            await #expect(throws: TUFError.badTargetPath(path)) {
                try await client.download(path, from: SimulatedRepository.targets, to: folder)
            }
        }
        try FileManager.default.removeItem(at: file)
        let name = try #require(repository.replaced.keys.first)
        repository.replaced[name] = .success(Data("hellO".utf8))
        await #expect(throws: TUFError.wrongDigest("a/b-c.txt")) {
            try await client.download("a/b-c.txt", from: SimulatedRepository.targets, to: folder)
        }
        repository.replaced[name] = .success(Data("hell".utf8))
        await #expect(throws: TUFError.wrongLength("a/b-c.txt", expected: 5, found: 4)) {
            try await client.download("a/b-c.txt", from: SimulatedRepository.targets, to: folder)
        }
        repository.replaced[name] = .success(Data(count: 1_000_000))
        await #expect(throws: TUFError.transport("a/b-c.txt", .tooLong(limit: 5))) {
            try await client.download("a/b-c.txt", from: SimulatedRepository.targets, to: folder)
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("Old versions of each role are refused")
    func rollback() async throws {
        #expect(
            try await fault { $0.roles["timestamp"]!["version"] = .integer(1) }
                == .rollback(role: "timestamp", from: 2, to: 1))
        #expect(
            try await fault {
                $0.roles["timestamp"]!["version"] = .integer(3)
                $0.roles["timestamp"]!["meta"] = .object(["snapshot.json": .object(["version": .integer(1)])])
            } == .rollback(role: "snapshot", from: 2, to: 1))
        #expect(
            try await fault {
                $0.roles["targets"]!["version"] = .integer(0 + 1)
                $0.list("targets")
                $0.publish()
            } == .rollback(role: "targets.json", from: 2, to: 1))
        #expect(
            try await fault {
                $0.roles["snapshot"]!["meta"] = .object(["other.json": .object(["version": .integer(1)])])
                $0.publish()
            } == .unlisted(role: "targets.json"))
    }

    @Test("Versions that were not announced are refused, even higher ones")
    func mixed() async throws {
        #expect(
            try await fault {
                $0.publish()
                $0.roles["snapshot"]!["version"] = .integer(9)
            } == .wrongVersion(role: "snapshot", expected: 3, found: 9))
        #expect(
            try await fault {
                $0.publish("targets")
                $0.roles["targets"]!["version"] = .integer(9)
            } == .wrongVersion(role: "targets", expected: 3, found: 9))
        #expect(
            try await fault {
                $0.roles["root"]!["version"] = .integer(3)
                $0.replaced["2.root.json"] = .success($0.signed("root"))
            } == .wrongVersion(role: "root", expected: 2, found: 3))
    }

    @Test("Expired metadata is refused", arguments: ["root", "timestamp", "snapshot", "targets"])
    func expired(_ role: String) async throws {
        let found = try await fault {
            $0.roles[role]!["expires"] = .string("2026-01-01T00:00:00Z")
            if role == "root" { $0.addRoot() } else { $0.publish("targets") }
        }
        #expect(found == .expired(role: role, "2026-01-01T00:00:00Z"))
    }

    @Test(
        "Expiry is checked against the time at which the refresh began",
        arguments: ["root", "timestamp", "snapshot", "targets"])
    func later(_ role: String) async throws {
        let end = Date(timeIntervalSince1970: 1_893_456_000)
        #expect(try await fault(now: end.addingTimeInterval(-1)) { _ in } == nil)
        #expect(try await fault(now: end) { _ in } == .expired(role: "root", "2030-01-01T00:00:00Z"))
    }

    @Test("Metadata signed by too few keys is refused", arguments: ["root", "timestamp", "snapshot", "targets"])
    func unsigned(_ role: String) async throws {
        let found = try await fault { repository in
            let stranger = TestKey()
            if role == "root" {
                repository.roles["root"]!["version"] = .integer(2)
                repository.replaced["2.root.json"] = .success(repository.signed("root", by: [stranger]))
            } else {
                repository.publish("targets")
                repository.signers[role] = [stranger]
            }
        }
        #expect(found == .unsigned(role: role, valid: 0, threshold: 1))
    }

    @Test("A changed byte, an endless body or a failing server is refused at each step")
    func transport() async throws {
        for name in ["2.root.json", "timestamp.json", "3.snapshot.json", "3.targets.json"] {
            let limit =
                ["2.root.json": 512_000, "timestamp.json": 16_384, "3.snapshot.json": 2_000_000][name] ?? 5_000_000
            func outcome(_ result: Result<Data, TUFTransportError>) async throws -> TUFError? {
                try await fault {
                    $0.publish("targets")
                    $0.replaced[name] = result
                }
            }
            #expect(try await outcome(.success(Data(count: 6_000_000))) == .transport(name, .tooLong(limit: limit)))
            #expect(try await outcome(.failure(.status(500))) == .transport(name, .status(500)))
            #expect(try await outcome(.failure(.network("cut"))) == .transport(name, .network("cut")))
            if name != "2.root.json" {
                #expect(try await outcome(.failure(.notFound)) == .transport(name, .notFound))
            }
            let role = name.replacing(".json", with: "").split(separator: ".").last.map(String.init) ?? ""
            #expect(try await outcome(.success(Data("{".utf8))) == .badJSON(role: role, .ended))
            #expect(
                try await outcome(.success(Data(#"{"signed":{"a":1,"a":1},"signatures":[]}"#.utf8)))
                    == .badJSON(role: role, .duplicateName("a")))
        }
    }

    @Test("Announced lengths and digests are enforced, and lengths limit downloads")
    func announced() async throws {
        func outcome(_ members: [ExactString: JSONValue]) async throws -> TUFError? {
            try await fault {
                $0.publish("targets")
                $0.roles["timestamp"]!["meta"] = .object([
                    "snapshot.json": .object(["version": .integer($0.version(of: "snapshot"))] + members)
                ])
            }
        }
        #expect(try await outcome(["length": .integer(10)]) == .transport("3.snapshot.json", .tooLong(limit: 10)))
        guard case .wrongLength("snapshot", 9_999, _)? = try await outcome(["length": .integer(9_999)]) else {
            Issue.record("a shorter file was accepted")
            return
        }
        #expect(
            try await outcome(["hashes": .object(["sha256": .string(String(repeating: "0", count: 64))])])
                == .wrongDigest("snapshot"))
        // The snapshot's announcement about a role is enforced, too.
        for (members, expected) in [
            (["hashes": .object(["sha256": .string(String(repeating: "0", count: 64))])], .wrongDigest("targets")),
            (["length": .integer(10)], .transport("3.targets.json", .tooLong(limit: 10))),
        ] as [([ExactString: JSONValue], TUFError)] {
            let found = try await fault {
                $0.publish("targets")
                $0.roles["snapshot"]!["meta"] = .object([
                    "targets.json": .object(["version": .integer($0.version(of: "targets"))] + members)
                ])
            }
            #expect(found == expected)
        }
        #expect(
            try await outcome(["hashes": .object(["md5": .string("x")])])
                == .malformed(role: "timestamp", "there is no digest of a known kind"))
    }

    @Test("Thresholds count keys, not key ids, and are at least one")
    func thresholds() async throws {
        func outcome(_ change: @escaping (TestKey, inout [ExactString: JSONValue], SimulatedRepository) -> Void)
            async throws -> TUFError?
        {
            try await fault { repository in
                let key = repository.signers["timestamp"]![0]
                repository.addRootChanging { change(key, &$0, repository) }
                repository.publish("targets")
            }
        }
        func role(_ ids: [ExactString], _ threshold: Int) -> JSONValue {
            .object(["keyids": .array(ids.map { .string($0.text) }), "threshold": .integer(threshold)])
        }
        #expect(
            try await outcome { key, root, repository in
                var twin = key
                twin.id = "another-id"
                repository.signers["timestamp"] = [key, twin]
                root.set("keys", twin.id, twin.json)
                root.set("roles", "timestamp", role([key.id, twin.id], 2))
            } == .unsigned(role: "timestamp", valid: 1, threshold: 2))
        #expect(
            try await outcome { key, root, _ in root.set("roles", "timestamp", role([key.id], 0)) }
                == .malformed(role: "root", "\"threshold\" is 0"))
        #expect(
            try await outcome { key, root, _ in root.set("roles", "timestamp", role([key.id, key.id], 1)) }
                == .malformed(role: "root", "a key id appears twice in a role"))
        #expect(
            try await outcome { key, root, _ in
                root.set(
                    "keys", key.id,
                    .object([
                        "keytype": .string("new"), "scheme": .string("new"),
                        "keyval": .object(["public": .string("x")]),
                    ]))
            } == .unsigned(role: "timestamp", valid: 0, threshold: 1))
    }

    @Test(
        "Malformed metadata is refused by name",
        arguments: [
            ("_type", .string("root"), .malformed(role: "timestamp", "its type is \"root\"")),
            ("spec_version", .string("2.0.0"), .specVersion(role: "timestamp", "2.0.0")),
            ("spec_version", .string("1"), .specVersion(role: "timestamp", "1")),
            ("spec_version", .string("1.x"), .specVersion(role: "timestamp", "1.x")),
            ("version", .integer(0), .malformed(role: "timestamp", "\"version\" is 0")),
            ("version", .string("3"), .malformed(role: "timestamp", "\"version\" is missing or is not a number")),
            (
                "expires", .string("2030-02-30T00:00:00Z"),
                .malformed(role: "timestamp", "\"2030-02-30T00:00:00Z\" is not a time")
            ),
            ("expires", .string("2030-01-01"), .malformed(role: "timestamp", "\"2030-01-01\" is not a time")),
            ("meta", .null, .malformed(role: "timestamp", "\"meta\" is not an object")),
        ] as [(ExactString, JSONValue, TUFError)]
    )
    func malformed(_ name: ExactString, _ value: JSONValue, _ expected: TUFError) async throws {
        #expect(
            try await fault {
                $0.publish("targets")
                $0.roles["timestamp"]![name] = value
            } == expected)
    }

    @Test("New keys for timestamp and snapshot undo versions that an attacker set with the old keys")
    func fastForward() async throws {
        #expect(
            try await fault {
                $0.roles["timestamp"]!["version"] = .integer(.max)
                $0.roles["timestamp"]!["version"] = .integer(1)
                $0.signers["timestamp"] = [TestKey()]
                $0.addRoot()
            } == nil)
        // With the same keys, a lower version is still refused.
        #expect(
            try await fault {
                $0.roles["timestamp"]!["version"] = .integer(1)
                $0.addRoot()
            } == .rollback(role: "timestamp", from: 2, to: 1))
    }

    @Test("A new key for the snapshot alone also undoes the version that the stored timestamp has of it")
    func fastForwardedSnapshot() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        repository.roles["snapshot"]!["version"] = .integer(1_000_000)
        repository.roles["timestamp"]!["meta"] = .object([
            "snapshot.json": .object(["version": .integer(1_000_000)])
        ])
        try await repository.client(in: directory).refresh()
        repository.signers["snapshot"] = [TestKey()]
        repository.addRoot()
        repository.roles["snapshot"]!["version"] = .integer(1)
        repository.publish()
        try await repository.client(in: directory).refresh()
    }

    @Test("A new root must be signed by the old keys and by its own")
    func rootRotation() async throws {
        #expect(
            try await fault {
                let old = $0.signers["root"]!
                $0.signers["root"] = [TestKey()]
                $0.addRoot(extra: old)
            } == nil)
        #expect(
            try await fault {
                $0.signers["root"] = [TestKey()]
                $0.addRoot()
            } == .unsigned(role: "root", valid: 0, threshold: 1))
        // The old keys alone can't introduce keys without a proof of possession.
        #expect(
            try await fault {
                let old = $0.signers["root"]!
                $0.signers["root"] = [TestKey()]
                $0.addRoot()
                $0.roots[$0.roots.count - 1] = $0.signed("root", by: old)
            } == .unsigned(role: "root", valid: 0, threshold: 1))
    }
}

extension SimulatedRepository {
    /// Adds a root with the current keys, and a change to it.
    func addRootChanging(_ change: (inout [ExactString: JSONValue]) -> Void) {
        addRoot()
        roots.removeLast()
        change(&roles["root"]!)
        roots.append(signed("root"))
    }
}

extension [ExactString: JSONValue] {
    /// Sets a member of a nested object.
    mutating func set(_ object: ExactString, _ name: ExactString, _ value: JSONValue) {
        guard case .object(var members)? = self[object] else { return }
        members[name] = value
        self[object] = .object(members)
    }
}
