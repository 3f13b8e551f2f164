import Crypto
import Foundation
import SignedJSON
import Testing

@testable import TUF

/// Serves a folder as a web server would.
struct FolderTransport: TUFTransport {
    let folder: URL

    func get(_ url: URL, limit: Int) async throws(TUFTransportError) -> Data {
        let path = String(url.absoluteString.dropFirst("https://tuf.example/".count))
        guard let data = try? Data(contentsOf: URL(filePath: folder.path + "/" + path)) else { throw .notFound }
        guard data.count <= limit else { throw .tooLong(limit: limit) }
        return data
    }
}

@Suite("The repository")
struct TUFRepositoryTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tuf-\(UUID().uuidString)")
    private var repositoryFolder: URL { folder.appending(path: "repository") }
    private var clientFolder: URL { folder.appending(path: "client") }
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private let offline = (0..<3).map { _ in Signer(P256.Signing.PrivateKey()) }
    private let online = [Signer(Curve25519.Signing.PrivateKey())]

    private func role(_ signers: [Signer], _ lifetime: TimeInterval = 1_000, threshold: Int = 1) -> TUFRolePlan {
        TUFRolePlan(signers.map(\.key), threshold: threshold, lifetime: lifetime)
    }

    private func plan(root: [Signer]? = nil) -> TUFRepositoryPlan {
        TUFRepositoryPlan(
            root: role(root ?? offline, threshold: 2), targets: role(offline), snapshot: role(online),
            timestamp: role(online, 100))
    }

    private func repository() -> TUFRepository {
        let date = now
        return TUFRepository(in: repositoryFolder, plan: plan(), signers: offline + online, now: { date })
    }

    /// The repository as opened by someone who has only some keys.
    private func reopened(_ signers: [Signer], at time: TimeInterval = 0) throws -> TUFRepository {
        let date = now.addingTimeInterval(time)
        return try TUFRepository(
            opening: repositoryFolder, signers: signers, lifetime: { $0 == "timestamp" ? 100 : 1_000 }, now: { date })
    }

    /// A repository with a role that is signed offline, and bins that are signed online.
    private func delegating() throws -> TUFRepository {
        var repository = repository()
        try repository.delegate(
            .roles([
                ("publishers", ["publishers/*"], true, role(offline)),
                ("releases", ["releases/*"], true, role(offline)),
            ]))
        try repository.delegate(.bins(prefix: "release", bits: 4, plan: role(online, 500)), from: "releases")
        try repository.publish()
        return repository
    }

    private func client(at time: TimeInterval = 0) throws -> TUFClient {
        let root = try Data(contentsOf: repositoryFolder.appending(path: "metadata/1.root.json"))
        if !FileManager.default.fileExists(atPath: clientFolder.appending(path: "root.json").path) {
            try TUFClient.trust(root, in: clientFolder)
        }
        let date = now.addingTimeInterval(time)
        return try TUFClient(
            directory: clientFolder, metadataURL: SimulatedRepository.metadata,
            transport: FolderTransport(folder: repositoryFolder), now: { date })
    }

    private func text(_ path: String, at time: TimeInterval = 0) async throws -> String {
        let file = try await client(at: time).download(
            path, from: SimulatedRepository.targets, to: folder.appending(path: "targets"))
        return try String(contentsOf: file, encoding: .utf8)
    }

    private func files() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: repositoryFolder.appending(path: "metadata").path))
    }

    @Test("A client gets what is published, and no longer gets what is removed")
    func publishing() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var repository = repository()
        try repository.addTarget("a/ä \"q\".txt", Data("one".utf8), custom: .object(["line\n": .integer(1)]))
        try repository.publish()
        #expect(try await text("a/ä \"q\".txt") == "one")
        #expect(try await client().target("a/ä \"q\".txt")?.custom == .object(["line\n": .integer(1)]))
        try repository.addTarget("a/ä \"q\".txt", Data("two".utf8))
        try repository.publish()
        #expect(try await text("a/ä \"q\".txt") == "two")
        try repository.removeTarget("a/ä \"q\".txt")
        try repository.publish()
        await #expect(throws: TUFError.unknownTarget("a/ä \"q\".txt")) { try await text("a/ä \"q\".txt") }
        #expect(throws: TUFError.badTargetPath("../x")) { try repository.addTarget("../x", Data()) }
        #expect(throws: TUFError.unlisted(role: "nobody")) { try repository.addTarget("x", Data(), to: "nobody") }
        await #expect(throws: TUFError.self) { try await client(at: 101).refresh() }
    }

    @Test("Only what changed is written, and delegated roles and bins are found")
    func delegations() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var repository = try delegating()
        let first = try files()
        // A root, targets and two roles below it, sixteen bins, a snapshot and the timestamp.
        #expect(first.count == 22)
        let path = "releases/com.example.kudos.json"
        let bin = try #require(repository.bin(of: path, under: "releases"))
        try repository.addTarget(path, Data("{}".utf8), to: bin)
        try repository.addTarget("publishers/com.example.json", Data("p".utf8), to: "publishers")
        try repository.publish()
        #expect(
            try files().subtracting(first) == ["2.\(bin).json", "2.publishers.json", "2.snapshot.json"])
        #expect(try await text(path) == "{}")
        #expect(try await text("publishers/com.example.json") == "p")
        // A role has authority only over its own paths.
        try repository.addTarget("releases/stolen.json", Data("x".utf8), to: "publishers")
        try repository.publish()
        await #expect(throws: TUFError.unknownTarget("releases/stolen.json")) { try await text("releases/stolen.json") }
    }

    @Test("Keys are rotated, one root after another, and a client that missed them follows them all")
    func rotation() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var repository = repository()
        try repository.addTarget("x", Data("x".utf8))
        try repository.publish()
        #expect(try await text("x") == "x")
        for _ in 0..<3 {
            let next = (0..<3).map { _ in Signer(P256.Signing.PrivateKey()) }
            repository.add(next)
            repository.setKeys(of: plan(root: next))
            try repository.publish()
        }
        var unable = repository
        unable.setKeys(of: plan(root: (0..<3).map { _ in Signer(P256.Signing.PrivateKey()) }))
        let before = try files()
        #expect(throws: TUFError.keysMissing(role: "root")) { try unable.publish() }
        #expect(try files() == before)
        #expect(try await text("x") == "x")
        let root = try RootMetadata(parsing: Data(contentsOf: clientFolder.appending(path: "root.json")))
        #expect(root.version == 4)
    }

    @Test("A reopened repository continues where it was, with the available keys")
    func reopening() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try delegating()
        let path = "releases/com.example.kudos.json"
        for text in ["one", "two"] {
            var repository = try reopened(online)
            let bin = try #require(repository.bin(of: path, under: "releases"))
            try repository.addTarget(path, Data(text.utf8), to: bin)
            try repository.publish()
            #expect(try repository.target(path, in: bin) == Data(text.utf8))
            #expect(try await self.text(path) == text)
        }
        var repository = try reopened(online)
        #expect(repository.roles.count == 3 + 3 + 16)
        #expect(try repository.status(of: "publishers").canBeSigned == false)
        #expect(try repository.status(of: "root").canBeSigned == false)
        #expect(
            try repository.status(of: "release-0")
                == .init(
                    role: "release-0", version: 1, expires: now.addingTimeInterval(500), canBeSigned: true,
                    hasSigner: true))
        #expect(try repository.status(of: "timestamp").version == 3)
        let before = try files()
        try repository.addTarget("publishers/x.json", Data("x".utf8), to: "publishers")
        #expect(throws: TUFError.keysMissing(role: "publishers")) { try repository.publish() }
        #expect(try files() == before)
        #expect(try await text(path) == "two")
    }

    @Test("Roles signed offline are accepted if they have the right signatures and the next version")
    func offlineRoles() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try delegating()
        // The review team works on a copy, with its keys.
        let copy = folder.appending(path: "copy")
        try FileManager.default.copyItem(at: repositoryFolder, to: copy)
        let date = now
        var reviewed = try TUFRepository(
            opening: copy, signers: offline + online, lifetime: { _ in 900 }, now: { date })
        let path = "publishers/com.example.json"
        try reviewed.addTarget(path, Data("keys".utf8), to: "publishers")
        try reviewed.publish()
        try reviewed.renewRoot()
        try reviewed.publish()
        let metadata = try Data(contentsOf: copy.appending(path: "metadata/2.publishers.json"))

        var repository = try reopened(online)
        #expect(throws: TUFError.unknownTarget(path)) { try repository.accept(metadata, as: "publishers") }
        #expect(throws: TUFError.self) {
            try repository.accept(metadata, as: "publishers", targets: [path: Data("other".utf8)])
        }
        #expect(throws: TUFError.unsigned(role: "release-0", valid: 0, threshold: 1)) {
            try repository.accept(metadata, as: "release-0", targets: [path: Data("keys".utf8)])
        }
        #expect(throws: TUFError.unlisted(role: "nobody")) { try repository.accept(metadata, as: "nobody") }
        try repository.accept(metadata, as: "publishers", targets: [path: Data("keys".utf8)])
        #expect(throws: TUFError.wrongVersion(role: "publishers", expected: 3, found: 2)) {
            try repository.accept(metadata, as: "publishers", targets: [path: Data("keys".utf8)])
        }
        try repository.publish()
        #expect(try await text(path) == "keys")
        let root = try Data(contentsOf: copy.appending(path: "metadata/2.root.json"))
        try repository.accept(root, as: "root")
        // Accepting it again does no harm: a killed process may have stopped here.
        try repository.accept(root, as: "root")
        let again = try Data(contentsOf: copy.appending(path: "metadata/1.root.json"))
        #expect(throws: TUFError.wrongVersion(role: "root", expected: 3, found: 1)) {
            try repository.accept(again, as: "root")
        }
        try repository.publish()
        #expect(try await text(path) == "keys")
    }

    @Test("Two writers do not overwrite each other's changes")
    func twoWriters() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try delegating()
        var one = try reopened(offline + online)
        var other = try reopened(offline + online)
        try one.addTarget("publishers/a", Data("a".utf8), to: "publishers")
        try one.publish()
        try other.addTarget("publishers/b", Data("b".utf8), to: "publishers")
        #expect(!other.isCurrent)
        #expect(throws: TUFError.changedElsewhere(version: 1)) { try other.publish() }
        #expect(try await text("publishers/a") == "a")
        other = try reopened(offline + online)
        try other.addTarget("publishers/b", Data("b".utf8), to: "publishers")
        try other.publish()
        #expect(try await text("publishers/a") == "a")
        #expect(try await text("publishers/b") == "b")
        // A new root is detected too.
        one = try reopened(offline + online)
        try one.renewRoot()
        try one.publish()
        #expect(!other.isCurrent)
    }

    @Test("A process that is killed before it writes the timestamp leaves the repository as it was")
    func killed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var repository = repository()
        try repository.addTarget("x", Data("one".utf8))
        try repository.publish()
        let timestamp = try Data(contentsOf: repositoryFolder.appending(path: "metadata/timestamp.json"))
        try repository.addTarget("x", Data("lost".utf8))
        try repository.publish()
        try timestamp.write(to: repositoryFolder.appending(path: "metadata/timestamp.json"))
        #expect(try await text("x") == "one")
        var next = try reopened(offline + online)
        try next.addTarget("x", Data("two".utf8))
        try next.publish()
        #expect(try await text("x") == "two")
    }

    @Test("Replaced versions are removed after a while, except for roots")
    func pruning() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var repository = try delegating()
        try repository.renewRoot()
        for round in 0..<3 {
            try repository.addTarget("publishers/x", Data("\(round)".utf8), to: "publishers")
            try repository.publish()
        }
        #expect(try repository.prune(replacedBefore: Date(timeIntervalSinceNow: -3_600)) == 0)
        #expect(try repository.prune(replacedBefore: Date(timeIntervalSinceNow: 3_600)) == 6)
        #expect(try files().isSuperset(of: ["1.root.json", "2.root.json", "4.publishers.json", "4.snapshot.json"]))
        #expect(try files().isDisjoint(with: ["3.publishers.json", "3.snapshot.json"]))
        #expect(try await text("publishers/x") == "2")
    }

    @Test("A time that is written can be read again")
    func times() {
        for second in stride(from: 0.0, to: 4_000_000_000, by: 7_654_321) {
            let date = Date(timeIntervalSince1970: second)
            #expect(Timestamp.date(Timestamp.text(date)) == date)
        }
        #expect(Timestamp.text(Date(timeIntervalSince1970: 1_893_456_000)) == "2030-01-01T00:00:00Z")
    }
}
