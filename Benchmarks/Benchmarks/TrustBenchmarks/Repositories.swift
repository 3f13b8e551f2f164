import AtollPackages
import Foundation
import SignedJSON
import TUF

/// A repository like a Center's, with 256 bins for publishers, 1,024 for releases, and any number of either.
struct SampleRepository {
    let directory: URL
    let signer: Signer
    var repository: TUFRepository

    init(apps: Int, publishers: Int) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "atoll-bench-\(UUID().uuidString)")
        let signer = PrivateKey().signer
        self.signer = signer
        func plan(_ days: Double) -> TUFRolePlan { TUFRolePlan([signer.key], lifetime: days * 86_400) }
        repository = TUFRepository(
            in: directory,
            plan: TUFRepositoryPlan(root: plan(365), targets: plan(180), snapshot: plan(7), timestamp: plan(3)),
            signers: [signer])
        try repository.delegate(
            .roles([
                ("publishers", ["publishers/*"], true, plan(90)), ("releases", ["releases/*"], true, plan(180)),
            ]))
        try repository.delegate(.bins(prefix: "publishers", bits: 8, plan: plan(90)), from: "publishers")
        try repository.delegate(.bins(prefix: "releases", bits: 10, plan: plan(90)), from: "releases")
        for number in 0..<publishers {
            let id = PublisherID("com.example\(number)")!
            let path = PublisherFile.path(of: id)
            try repository.addTarget(
                path, PublisherFile(id, keys: [signer.key]).encoded(),
                to: repository.bin(of: path, under: "publishers")!)
        }
        for number in 0..<apps { try add(number, publishers: publishers, code: 1) }
        try repository.publish()
    }

    static func app(_ number: Int, publishers: Int) -> MiniAppID {
        MiniAppID("com.example\(number % publishers).app\(number)")!
    }

    /// Adds a release that is complete except for its files.
    mutating func add(_ number: Int, publishers: Int, code: Int) throws {
        let app = Self.app(number, publishers: publishers)
        let digest = SHA256Hash(of: Data("\(number)-\(code)".utf8))
        let statement = ReleaseStatement(
            repository: digest, superApps: ["com.example.lagoon"],
            publisher: PublisherID("com.example\(number % publishers)")!,
            app: app, version: .init(code: code, name: "1.0.\(code)"), floor: 0, minimumPlatform: 1, manifest: digest,
            files: FileListReference(sha256: digest, length: 24_691, count: 200, bytes: 5_000_000), previous: digest,
            created: Date())
        let descriptor = ReleaseDescriptor(
            app: app,
            releases: [
                .init(try SignedStatement(statement, signedBy: [signer]), salt: "0123456789abcdef", approved: Date())
            ])
        let path = ReleaseDescriptor.path(of: app)
        try repository.addTarget(path, descriptor.encoded(), to: repository.bin(of: path, under: "releases")!)
    }

    func remove() { try? FileManager.default.removeItem(at: directory) }
}

/// Serves the repository like a web server, and counts requests and bytes.
final class CountingFolder: TUFTransport, @unchecked Sendable {
    // Safe: only one client sends requests, one at a time.
    private(set) var requests = 0
    private(set) var metadataBytes = 0
    let directory: URL

    init(_ directory: URL) { self.directory = directory }

    func reset() { (requests, metadataBytes) = (0, 0) }

    func get(_ url: URL, limit: Int) async throws(TUFTransportError) -> Data {
        requests += 1
        guard let data = FileManager.default.contents(atPath: directory.path + url.path) else { throw .notFound }
        guard data.count <= limit else { throw .tooLong(limit: limit) }
        if url.path.hasPrefix("/metadata") { metadataBytes += data.count }
        return data
    }
}
