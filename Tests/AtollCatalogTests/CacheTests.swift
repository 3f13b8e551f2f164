import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog

/// A clock with a date that tests set.
final class TestDate: @unchecked Sendable {
    // Safe: `date` is only accessed while `lock` is held.
    private let lock = NSLock()
    private var date: Date

    init(_ date: Date = Date(timeIntervalSince1970: 1_800_000_000)) { self.date = date }

    var now: Date { lock.withLock { date } }

    func advance(days: Double) { lock.withLock { date += days * 86_400 } }
}

@Suite("The rules of the cache")
struct CacheTests {
    /// An operation of a super app on its cache.
    enum Step: Sendable {
        /// Opens a version of a mini app, which is installed if it is missing.
        case open(String, Int = 1)
        case wait(days: Double)
        case remove(String, Int? = nil, removes: Bool)
        case clear
        case restart
    }

    struct Rule: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var maxCount = 0
        var maxDays = 0
        /// The versions that are open during the steps.
        var open: Set<String> = []
        let steps: [Step]
        /// The versions in the cache at the end, as `id code`.
        let left: [String]
    }

    private static let table = [
        Rule(
            testDescription: "0 for no limits", steps: [.open("a"), .wait(days: 9_999), .open("b"), .restart],
            left: ["a 1", "b 1"]),
        Rule(
            testDescription: "by count, the least recently used goes first", maxCount: 2,
            steps: [.open("a"), .wait(days: 1), .open("b"), .wait(days: 1), .open("c")], left: ["b 1", "c 1"]),
        Rule(
            testDescription: "by count, a use counts as recent", maxCount: 2,
            steps: [.open("a"), .wait(days: 1), .open("b"), .wait(days: 1), .open("a"), .wait(days: 1), .open("c")],
            left: ["a 1", "c 1"]),
        Rule(
            testDescription: "by count, an update does not count as another mini app", maxCount: 2,
            steps: [.open("a"), .open("b"), .wait(days: 1), .open("b", 2), .restart], left: ["a 1", "b 2"]),
        Rule(
            testDescription: "by days since the last use, not since the installation", maxDays: 7,
            steps: [
                .open("a"), .open("b"), .wait(days: 5), .open("a"), .wait(days: 5), .open("c"),
            ], left: ["a 1", "c 1"]),
        Rule(
            testDescription: "by days, exactly the limit is not too many", maxDays: 7,
            steps: [.open("a"), .wait(days: 7), .open("c")], left: ["a 1", "c 1"]),
        Rule(
            testDescription: "by version, the newest remains after a restart",
            steps: [.open("a"), .open("a", 2), .open("a", 3), .restart], left: ["a 3"]),
        Rule(
            testDescription: "removal by id", steps: [.open("a"), .open("b"), .remove("a", removes: true)],
            left: ["b 1"]),
        Rule(
            testDescription: "removal by id and version", steps: [.open("a", 2), .remove("a", 2, removes: true)],
            left: []),
        Rule(
            testDescription: "removal by id and another version removes nothing",
            steps: [.open("a", 2), .remove("a", 1, removes: false)], left: ["a 2"]),
        Rule(testDescription: "removal of a missing mini app", steps: [.remove("a", removes: false)], left: []),
        Rule(testDescription: "removal of all", steps: [.open("a"), .open("b"), .clear], left: []),
        Rule(
            testDescription: "an open mini app stays when all are removed", open: ["a"],
            steps: [.open("a"), .open("b"), .remove("a", removes: false), .clear], left: ["a 1"]),
        Rule(
            testDescription: "an open mini app stays, and the next oldest goes", maxCount: 2, open: ["a"],
            steps: [.open("a"), .wait(days: 1), .open("b"), .wait(days: 1), .open("c")], left: ["a 1", "c 1"]),
    ]

    @Test("Eviction and removal follow the rules", arguments: table)
    func rules(_ rule: Rule) async throws {
        let directory = try TemporaryDirectory()
        let date = TestDate()
        let open = rule.open
        func cache() throws -> MiniAppCache {
            try MiniAppCache(
                directory: directory.url, limits: CacheLimits(maxCount: rule.maxCount, maxDays: rule.maxDays),
                isOpen: { id, _ in open.contains(String(id.rawValue.dropFirst("com.example.".count))) },
                now: { date.now })
        }
        var current = try cache()
        let transport = BlobsInMemory()
        let client = CenterClient(center: URL(string: "http://center")!, transport: transport, host: TestTrust.host) {
            nil
        }
        for step in rule.steps {
            switch step {
            case .open(let name, let code):
                let release = try await transport.add(name, code)
                _ = try await current.install(release, from: client)
            case .wait(let days): date.advance(days: days)
            case .remove(let name, let code, let removes):
                let id = MiniAppID("com.example.\(name)")!
                #expect(try await current.removeCachedMiniApp(id: id, version: code) == removes)
            case .clear: try await current.clearCachedMiniApps()
            case .restart: current = try cache()
            }
            #expect(MiniAppCache.faults(in: directory.url).isEmpty)
        }
        let cached = try await current.cachedMiniApps()
        #expect(cached.map { "\($0.id.rawValue.dropFirst("com.example.".count)) \($0.version.code)" } == rule.left)
        // No unneeded blob is left.
        let blobs = try BlobDirectory(directory.url.appending(path: "blobs"))
        let needed = try cached.reduce(into: Set<SHA256Hash>()) { needed, version in
            let record = try MiniAppCache.record(of: version.id, code: version.version.code, in: current.records)
            needed.insert(record.fileList)
            try needed.formUnion(FileList(decoding: blobs.read(record.fileList)!).files.map(\.sha256))
        }
        #expect(try Set(blobs.digests()) == needed)
    }

    @Test("The list has sizes and dates, and a blob that two mini apps share stays while one needs it")
    func listing() async throws {
        let directory = try TemporaryDirectory()
        let date = TestDate()
        let cache = try MiniAppCache(directory: directory.url, now: { date.now })
        let transport = BlobsInMemory()
        let client = CenterClient(center: URL(string: "http://center")!, transport: transport, host: TestTrust.host) {
            nil
        }
        let installed = date.now
        _ = try await cache.install(transport.add("a", 1), from: client)
        date.advance(days: 3)
        _ = try await cache.install(transport.add("a", 1), from: client)
        let b = try await cache.install(transport.add("b", 1), from: client)
        let listed = try await cache.cachedMiniApps()
        #expect(listed.map(\.id.rawValue) == ["com.example.a", "com.example.b"])
        #expect(listed[0].created == installed && listed[0].lastUsed == date.now)
        #expect(listed[0].size == (try await transport.add("a", 1)).statement.files.bytes)
        try await cache.removeCachedMiniApp(id: MiniAppID("com.example.a")!)
        for path in b.paths { _ = try b.contents(of: b.file(at: path)!) }
    }
}

/// A Center with blobs only.
actor BlobsInMemory: CatalogTransport {
    private var blobs: [String: Data] = [:]

    /// Adds a version of a mini app.
    func add(_ name: String, _ code: Int) throws -> AcceptedRelease {
        var sample = SampleMiniApp(id: "com.example.\(name)", code: code)
        sample.files["app.js"] = "export default \"\(name) \(code)\";\n"
        let package = try MiniAppPackage(archive: sample.archive)
        for file in package.files { blobs[SHA256Hash(of: file.contents).hex] = file.contents }
        let list = package.fileList.encoded()
        blobs[SHA256Hash(of: list).hex] = list
        let statement = ReleaseStatement(
            of: package, repository: SHA256Hash(of: Data()), superApps: ["x"], publisher: TestTrust.publisher, floor: 0,
            previous: nil, created: Date())
        return AcceptedRelease(statement: statement, permissionsDenied: [])
    }

    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        guard request.url.path.contains("/blobs/"), let data = blobs[request.url.lastPathComponent] else {
            return CatalogResponse(status: 404, body: Data())
        }
        return CatalogResponse(status: 200, body: data)
    }
}
