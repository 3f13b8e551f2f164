import Foundation
import SignedJSON
import Testing

@testable import TUF

/// Vulnerabilities that other clients once had.
@Suite("Regressions")
struct RegressionTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "tuf-\(UUID().uuidString)")

    private func refreshed(_ repository: SimulatedRepository) async throws -> TUFClient {
        let client = try repository.client(in: directory)
        try await client.refresh()
        return client
    }

    @Test("A root that skips, repeats or lowers the version is refused (CVE-2025-2885)", arguments: [1, 3, 4, 99])
    func rootVersion(_ version: Int) async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        _ = try await refreshed(repository)
        repository.roles["root"]!["version"] = .integer(version)
        repository.replaced["2.root.json"] = .success(repository.signed("root"))
        await #expect(throws: TUFError.wrongVersion(role: "root", expected: 2, found: version)) {
            try await repository.client(in: directory).refresh()
        }
        #expect(try Data(contentsOf: directory.appending(path: "root.json")) == repository.roots[0])
    }

    @Test("No role is searched after a terminating one, at any depth (CVE-2025-2886)")
    func terminating() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        repository.delegate(from: "targets", to: [("first", [:]), ("last", [:])])
        repository.delegate(from: "first", to: [("deep", ["terminating": .bool(true)])])
        repository.add("x", to: "last")
        let client = try await refreshed(repository)
        #expect(try await client.target("x") == nil)
        #expect(!repository.asked.contains { $0.name.hasSuffix("last.json") })
    }

    @Test(
        "A lower version of a delegated role is refused, even if the role was never loaded (CVE-2025-2887)",
        arguments: [true, false])
    func delegatedRollback(_ wasRead: Bool) async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        repository.delegate(from: "targets", to: [("a", [:])])
        repository.add("x", to: "a")
        repository.publish("a")
        let client = try await refreshed(repository)
        if wasRead { #expect(try await client.target("x") != nil) }
        repository.roles["a"]!["version"] = .integer(1)
        repository.list("a")
        repository.publish()
        await #expect(throws: TUFError.rollback(role: "a.json", from: 2, to: 1)) {
            try await repository.client(in: directory).refresh()
        }
        // A role that is no longer listed could return with a lower version.
        repository.roles["snapshot"]!["meta"] = .object(["targets.json": .object(["version": .integer(1)])])
        repository.publish()
        await #expect(throws: TUFError.unlisted(role: "a.json")) {
            try await repository.client(in: directory).refresh()
        }
    }

    @Test("Refused metadata is never stored, so the next refresh is not compared with it (CVE-2025-2888)")
    func nothingRefusedIsKept() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        repository.publish()
        _ = try await refreshed(repository)
        let kept = try Data(contentsOf: directory.appending(path: "timestamp.json"))
        let good = repository.roles
        for change in [
            { (repository: SimulatedRepository) in repository.roles["timestamp"]!["version"] = .integer(1) },
            { repository in
                repository.roles["timestamp"]!["version"] = .integer(9)
                repository.roles["timestamp"]!["meta"] = .object(["snapshot.json": .object(["version": .integer(1)])])
            },
            { repository in
                repository.roles["timestamp"]!["version"] = .integer(9)
                repository.roles["timestamp"]!["expires"] = "2020-01-01T00:00:00Z"
            },
        ] {
            change(repository)
            await #expect(throws: TUFError.self) { try await repository.client(in: directory).refresh() }
            #expect(try Data(contentsOf: directory.appending(path: "timestamp.json")) == kept)
            repository.roles = good
            try await repository.client(in: directory).refresh()
        }
    }

    @Test("Among roles that list the same target, the first always wins (CVE-2024-47534)")
    func order() async throws {
        for round in 0..<5 {
            let folder = directory.appending(path: "\(round)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let repository = SimulatedRepository()
            let names = ["zeta", "alpha", "mid", "beta", "omega"].shuffled()
            repository.delegate(from: "targets", to: names.map { ($0, [:]) })
            for name in names { repository.add("x", name, to: name) }
            let client = try repository.client(in: folder)
            let target = try await client.target("x")
            #expect(target?.length == names[0].utf8.count)
            try target?.verify(Data(names[0].utf8))
        }
    }

    @Test(
        "A threshold below one is refused in every kind of delegation, even for unsigned roles (CVE-2026-23992)",
        arguments: [0, -1])
    func delegatedThreshold(_ threshold: Int) async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        repository.delegate(from: "targets", to: [("a", ["threshold": .integer(threshold)])])
        repository.signers["a"] = []
        repository.add("x", to: "a")
        await #expect(throws: TUFError.malformed(role: "targets", "\"threshold\" is \(threshold)")) {
            try await repository.client(in: directory).target("x")
        }
        let bins = SimulatedRepository()
        bins.roles["targets"]!["delegations"] = .object([
            "keys": .object([:]),
            "succinct_roles": .object([
                "keyids": .array([]), "threshold": .integer(threshold), "bit_length": .integer(4), "name_prefix": "b",
            ]),
        ])
        let other = directory.appending(path: "bins")
        await #expect(throws: TUFError.malformed(role: "targets", "\"threshold\" is \(threshold)")) {
            try await bins.client(in: other).target("x")
        }
    }

    @Test(
        "Whatever the name of a role or a target, nothing is written outside the folder (CVE-2026-24686)",
        arguments: ["../evil", "../../evil", "/evil", "a/../../evil", "..", "%2e%2e%2fevil"]
    )
    func names(_ name: String) async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let inside = directory.appending(path: "one/two/metadata")
        let repository = SimulatedRepository()
        repository.delegate(from: "targets", to: [(name, [:])])
        repository.add("x", to: name)
        let served = repository.signed(name)
        repository.replaced["1.\(FileName.quoted(name)).json"] = .success(served)
        let client = try repository.client(in: inside)
        #expect(try await client.target("x") != nil)
        let files = try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".json") }
        #expect(files.count == 5 && files.allSatisfy { $0.hasPrefix("one/two/metadata/") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["one"])
    }

    @Test(
        "A snapshot has the version that the timestamp announces, neither a lower nor a higher one", arguments: [1, 3])
    func snapshotVersion(_ version: Int) async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        repository.publish()
        repository.roles["snapshot"]!["version"] = .integer(version)
        await #expect(throws: TUFError.wrongVersion(role: "snapshot", expected: 2, found: version)) {
            try await repository.client(in: directory).refresh()
        }
    }

    @Test(
        "Another major version of the specification is refused for every role",
        arguments: ["root", "timestamp", "snapshot", "targets"])
    func specification(_ role: String) async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        _ = try await refreshed(repository)
        repository.roles[role]!["spec_version"] = "2.0.0"
        if role == "root" { repository.addRoot() } else { repository.publish("targets") }
        await #expect(throws: TUFError.specVersion(role: role, "2.0.0")) {
            try await repository.client(in: directory).refresh()
        }
    }

    @Test("Two signatures with the same key id are refused")
    func twoSignatures() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        _ = try await refreshed(repository)
        repository.publish()
        let key = repository.signers["timestamp"]![0]
        repository.replaced["timestamp.json"] = .success(repository.signed("timestamp", by: [key, key]))
        await #expect(throws: TUFError.malformed(role: "timestamp", "one key has two signatures")) {
            try await repository.client(in: directory).refresh()
        }
    }

    @Test("Files on disk are trusted no more than what comes over the network")
    func tamperedFiles() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        repository.publish()
        _ = try await refreshed(repository)
        // An attacker's root, timestamp with a high version, and targets.
        let stranger = SimulatedRepository()
        var root = stranger.roles["root"]!
        root["version"] = .integer(7)
        let forged = SimulatedRepository()
        forged.roles["timestamp"]!["version"] = .integer(1_000)
        forged.roles["snapshot"]!["meta"] = .object(["targets.json": .object(["version": .integer(1_000)])])
        try forged.signed("timestamp").write(to: directory.appending(path: "timestamp.json"))
        try forged.signed("snapshot").write(to: directory.appending(path: "snapshot.json"))
        try forged.signed("targets").write(to: directory.appending(path: "targets.json"))
        try await repository.client(in: directory).refresh()
        repository.roles["root"] = root
        try repository.signed("root", by: [TestKey()]).write(to: directory.appending(path: "root.json"))
        #expect(throws: TUFError.unsigned(role: "root", valid: 0, threshold: 1)) {
            try repository.client(in: directory)
        }
    }

    @Test("The number of roots followed in one refresh is limited")
    func rootLimit() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let repository = SimulatedRepository()
        for _ in 0..<10 { repository.addRoot() }
        var limits = TUFLimits()
        limits.rootRotations = 4
        let client = try repository.client(in: directory, limits: limits)
        try await client.refresh()
        #expect(await client.root.version == 5)
    }

    @Test("A role has one kind of delegation, and bins have at most 32 bits")
    func delegationForms() async throws {
        func outcome(_ delegations: [ExactString: JSONValue]) async throws -> TUFError? {
            defer { try? FileManager.default.removeItem(at: directory) }
            let repository = SimulatedRepository()
            repository.roles["targets"]!["delegations"] = .object(["keys": .object([:])] + delegations)
            do throws(TUFError) {
                let client: TUFClient
                do { client = try repository.client(in: directory) } catch { throw error as! TUFError }
                _ = try await client.target("x")
                return nil
            } catch {
                return error
            }
        }
        let bins: (Int) -> JSONValue = { bits in
            .object([
                "keyids": .array([]), "threshold": .integer(1), "bit_length": .integer(bits), "name_prefix": "b",
            ])
        }
        let both = TUFError.malformed(
            role: "targets", "its delegations must have either roles or succinct roles")
        #expect(try await outcome([:]) == both)
        #expect(try await outcome(["roles": .array([]), "succinct_roles": bins(3)]) == both)
        #expect(
            try await outcome(["succinct_roles": bins(33)]) == .malformed(role: "targets", "\"bit_length\" is 33"))
    }
}
