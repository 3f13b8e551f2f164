import Crypto
import Foundation
import SignedJSON
import Testing

@testable import TUF

@Suite("The highest versions")
struct VersionTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tuf-\(UUID().uuidString)")
    private let owner = Signer(P256.Signing.PrivateKey())
    private let online = Signer(Curve25519.Signing.PrivateKey())
    private var metadata: URL { folder.appending(path: "repository/metadata") }

    private func plan(_ online: Signer) -> TUFRepositoryPlan {
        func role(_ signer: Signer) -> TUFRolePlan { TUFRolePlan([signer.key], lifetime: 86_400) }
        return TUFRepositoryPlan(
            root: role(owner), targets: role(owner), snapshot: role(online), timestamp: role(online))
    }

    private func bins(_ online: Signer) -> TUFDelegation {
        .bins(prefix: "bin", bits: 1, plan: TUFRolePlan([online.key], lifetime: 86_400))
    }

    private func begin() throws {
        var repository = TUFRepository(
            in: folder.appending(path: "repository"), plan: plan(online), signers: [owner, online])
        try repository.delegate(bins(online))
        try repository.publish()
    }

    private func opened(_ signers: [Signer]) throws -> TUFRepository {
        try TUFRepository(
            opening: folder.appending(path: "repository"), signers: signers, lifetime: { _ in 86_400 })
    }

    private func client(_ name: String) throws -> TUFClient {
        let directory = folder.appending(path: name)
        if !FileManager.default.fileExists(atPath: directory.appending(path: "root.json").path) {
            try TUFClient.trust(Data(contentsOf: metadata.appending(path: "1.root.json")), in: directory)
        }
        return try TUFClient(
            directory: directory, metadataURL: URL(string: "https://tuf.example/repository/metadata")!,
            transport: FolderTransport(folder: folder))
    }

    /// Forges a role of the Center, as an attacker with its key could.
    private func forge(_ old: String, as new: String, _ change: (inout [ExactString: JSONValue]) -> Void) throws {
        let value = try JSONValue(parsing: Data(contentsOf: metadata.appending(path: old)))
        guard case .object(let envelope) = value, case .object(var signed)? = envelope["signed"] else { return }
        change(&signed)
        let content = JSONValue.object(signed)
        let signature: JSONValue = .object([
            "keyid": .string(online.key.id), "sig": .string(try online.sign(content.canonicalBytes).hexadecimal),
        ])
        try Data(JSONValue.object(["signed": content, "signatures": .array([signature])]).canonicalBytes)
            .write(to: metadata.appending(path: new))
    }

    /// Forges the versions of a bin, the snapshot and the timestamp.
    private func takeOver(_ version: Int, targets: Int? = nil) throws {
        try forge("1.bin-0.json", as: "\(version).bin-0.json") { $0["version"] = .integer(version) }
        try forge("1.snapshot.json", as: "\(version).snapshot.json") { signed in
            signed["version"] = .integer(version)
            guard case .object(var meta)? = signed["meta"] else { return }
            meta["bin-0.json"] = .object(["version": .integer(version)])
            if let targets { meta["targets.json"] = .object(["version": .integer(targets)]) }
            signed["meta"] = .object(meta)
        }
        try forge("timestamp.json", as: "timestamp.json") { signed in
            signed["version"] = .integer(version)
            signed["meta"] = .object(["snapshot.json": .object(["version": .integer(version)])])
        }
    }

    /// The last version: up to it, whole numbers are exact in a double; beyond it, JSON parsers differ.
    private static let last = 9_007_199_254_740_991

    @Test(
        "The highest versions do not crash the process, and new keys recover from them",
        arguments: [last, last + 1, .max - 1, .max])
    func highest(_ version: Int) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try begin()
        try await client("known").refresh()
        try takeOver(version)
        // A device accepts the last version, and none beyond.
        var isTaken = true
        do { try await client("known").refresh() } catch { isTaken = false }
        #expect(isTaken == (version == Self.last))
        // The Center opens it, prunes replaced versions, and reports why it can't publish; nothing is written.
        var center = try opened([online])
        #expect(try center.prune(replacedBefore: .distantFuture) >= 0)
        try takeOver(version)
        let files = try FileManager.default.contentsOfDirectory(atPath: metadata.path).sorted()
        #expect(throws: TUFError.lastVersion(role: "snapshot")) { try center.publish() }
        try center.addTarget("x", Data("x".utf8), to: "bin-0")
        #expect(throws: TUFError.lastVersion(role: "bin-0")) { try center.publish() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: metadata.path).sorted() == files)
        // New keys for the Center.
        let next = Signer(Curve25519.Signing.PrivateKey())
        var repository = try opened([owner, online, next])
        try repository.delegate(bins(next))
        repository.setKeys(of: plan(next))
        try repository.publish()
        #expect(repository.timestampVersion < Self.last && repository.timestampVersion > 1_000_000_000)
        for name in ["known", "fresh"] { try await client(name).refresh() }
        // Versions continue from there.
        var later = try opened([next])
        try later.addTarget("x", Data("x".utf8), to: #require(later.bin(of: "x", under: "targets")))
        try later.publish()
        #expect(later.timestampVersion == repository.timestampVersion + 1)
        for name in ["known", "fresh"] { try await client(name).refresh() }
    }

    @Test("A version that only the snapshot claims does not make the repository unusable")
    func claimed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try begin()
        try takeOver(.max, targets: .max)
        let next = Signer(Curve25519.Signing.PrivateKey())
        var repository = try opened([owner, online, next])
        try repository.delegate(bins(next))
        repository.setKeys(of: plan(next))
        try repository.publish()
        try await client("fresh").refresh()
    }

    @Test("If a process is killed after a root and before the timestamp, the next one finishes its work")
    func killed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try begin()
        try await client("known").refresh()
        let timestamp = try Data(contentsOf: metadata.appending(path: "timestamp.json"))
        let next = Signer(Curve25519.Signing.PrivateKey())
        var repository = try opened([owner, online, next])
        try repository.delegate(bins(next))
        repository.setKeys(of: plan(next))
        try repository.publish()
        try timestamp.write(to: metadata.appending(path: "timestamp.json"))
        await #expect(throws: TUFError.self) { try await client("known").refresh() }
        var later = try opened([owner, next])
        #expect(later.isChanged)
        try later.delegate(bins(next))
        try later.publish()
        for name in ["known", "fresh"] { try await client(name).refresh() }
        #expect(try !opened([next]).isChanged)
    }

    @Test("A proposal that several people sign on machines of their own is accepted whole or not at all")
    func proposals() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try begin()
        let (one, other) = (Signer(P256.Signing.PrivateKey()), Signer(P256.Signing.PrivateKey()))
        var both = plan(online)
        both.root = TUFRolePlan([one.key, other.key], threshold: 2, lifetime: 86_400)
        var first = try opened([owner])
        first.setKeys(of: both)
        var roles = try first.proposal { _ in true }
        #expect(roles.map(\.role) == ["root"])
        var center = try opened([online])
        #expect(throws: TUFError.unsigned(role: "root", valid: 0, threshold: 2)) { try center.accept(roles) }
        #expect(try first.sign(&roles) == [:], "it has already signed")
        #expect(try opened([online]).sign(&roles) == [:], "it signs for other roles")
        let status = try opened([]).status(of: roles)
        #expect(status[0].groups.map(\.missing) == [0, 2] && !status[0].isComplete)
        for signer in [one, other] {
            let counts = try opened([signer]).sign(&roles)
            #expect(counts == [signer.key.id: 1])
        }
        #expect(try opened([]).status(of: roles)[0].isComplete)
        // A proposal that is changed on the way is refused.
        var changed = roles
        let text = String(decoding: roles[0].metadata, as: UTF8.self)
        changed[0].metadata = Data(text.replacing(/"threshold": ?2/, with: "\"threshold\":1").utf8)
        #expect(changed != roles)
        #expect(throws: TUFError.self) { try center.accept(changed) }
        try center.accept(roles)
        try center.publish()
        try await client("fresh").refresh()
        #expect(throws: TUFError.wrongVersion(role: "root", expected: 4, found: 2)) {
            var stale = try opened([one, other, owner, online])
            var third = both
            third.timestamp = TUFRolePlan([online.key], lifetime: 1_000)
            stale.setKeys(of: third)
            try stale.publish()
            var center = try opened([online])
            var old = roles
            old[0].metadata = Data(try JSONValue(parsing: old[0].metadata).readableBytes)
            try center.accept(old)
        }
    }

    @Test("Malformed proposals are refused with a reason", arguments: 0..<200)
    func malformed(_ seed: Int) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try begin()
        var first = try opened([owner])
        try first.renew("targets")
        try first.renewRoot()
        var roles = try first.proposal { _ in true }
        var random = SplitMix(state: UInt64(seed))
        let index = Int.random(in: roles.indices, using: &random)
        var bytes = Array(roles[index].metadata)
        for _ in 0...seed % 4 {
            bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0x20...0x7e, using: &random)
        }
        if seed % 7 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
        guard Data(bytes) != roles[index].metadata else { return }
        let before = roles[index].metadata
        roles[index].metadata = Data(bytes)
        var center = try opened([online])
        do {
            try center.accept(roles)
            // Changes to white space, or to an unused id, have no effect.
            let (old, new) = try (JSONValue(parsing: before), JSONValue(parsing: bytes))
            guard case .object(let was) = old, case .object(let `is`) = new else { return }
            #expect(was["signed"] == `is`["signed"])
        } catch {
            #expect(error is TUFError && !"\(error)".isEmpty)
            #expect(!center.isChanged)
        }
        _ = try? center.status(of: roles)
        var signing = roles
        _ = try? first.sign(&signing)
    }
}

/// Random numbers from a seed, so that a failure can be reproduced: SplitMix64.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
