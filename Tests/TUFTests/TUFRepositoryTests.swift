import Crypto
import Foundation
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

    private func role(_ lifetime: TimeInterval = 1_000, threshold: Int = 1, keys: Int = 1) -> TUFRolePlan {
        TUFRolePlan(
            (0..<keys).map { _ in TUFSigner(P256.Signing.PrivateKey()) }, threshold: threshold, lifetime: lifetime)
    }

    private func plan() -> TUFRepositoryPlan {
        TUFRepositoryPlan(root: role(threshold: 2, keys: 3), targets: role(), snapshot: role(), timestamp: role(100))
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

    @Test("What is published is what a client gets; what is removed it gets no more")
    func publishing() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let date = now
        var repository = TUFRepository(in: repositoryFolder, plan: plan(), now: { date })
        try repository.addTarget("a/ä \"q\".txt", Data("one".utf8), custom: .object(["line\n": .integer(1)]))
        try repository.publish()
        #expect(try await text("a/ä \"q\".txt") == "one")
        #expect(try await client().target("a/ä \"q\".txt")?.custom == .object(["line\n": .integer(1)]))
        try repository.addTarget("a/ä \"q\".txt", Data("two".utf8))
        try repository.publish()
        #expect(try await text("a/ä \"q\".txt") == "two")
        repository.removeTarget("a/ä \"q\".txt")
        try repository.publish()
        await #expect(throws: TUFError.unknownTarget("a/ä \"q\".txt")) { try await text("a/ä \"q\".txt") }
        #expect(throws: TUFError.badTargetPath("../x")) { try repository.addTarget("../x", Data()) }
        #expect(throws: TUFError.unlisted(role: "nobody")) { try repository.addTarget("x", Data(), to: "nobody") }
        await #expect(throws: TUFError.self) { try await client(at: 101).refresh() }
    }

    @Test("Only what changed is written, and delegated roles and bins are found")
    func delegations() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let date = now
        var repository = TUFRepository(in: repositoryFolder, plan: plan(), now: { date })
        try repository.delegate(
            .roles([
                ("publishers", ["publishers/*"], true, role()), ("releases", ["releases/*"], true, role()),
            ]))
        try repository.delegate(.bins(prefix: "release", bits: 4, plan: role()), from: "releases")
        try repository.publish()
        let first = try files()
        // A root, targets and two below, sixteen bins, a snapshot and the timestamp.
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
        // A role may speak of its own paths only.
        try repository.addTarget("releases/stolen.json", Data("x".utf8), to: "publishers")
        try repository.publish()
        await #expect(throws: TUFError.unknownTarget("releases/stolen.json")) { try await text("releases/stolen.json") }
    }

    @Test("Keys are rotated, one root after another, and a client that was away follows them all")
    func rotation() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let date = now
        var repository = TUFRepository(in: repositoryFolder, plan: plan(), now: { date })
        try repository.addTarget("x", Data("x".utf8))
        try repository.publish()
        #expect(try await text("x") == "x")
        for _ in 0..<3 {
            try repository.rotate(to: plan())
            try repository.publish()
        }
        #expect(try await text("x") == "x")
        let root = try RootMetadata(parsing: Data(contentsOf: clientFolder.appending(path: "root.json")))
        #expect(root.version == 4)
    }

    @Test("Times are written as they are read")
    func times() {
        for second in stride(from: 0.0, to: 4_000_000_000, by: 7_654_321) {
            let date = Date(timeIntervalSince1970: second)
            #expect(MetadataTime.date(MetadataTime.text(date)) == date)
        }
        #expect(MetadataTime.text(Date(timeIntervalSince1970: 1_893_456_000)) == "2030-01-01T00:00:00Z")
    }
}
