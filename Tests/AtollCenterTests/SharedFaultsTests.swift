#if canImport(AtollCenterPostgres)
import AtollTrust
import AtollPackages
import AtollTestSupport
import Foundation
import Logging
import AtollPostgres
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterPostgres

@Suite("A Center whose bucket or database fails")
struct SharedFaultsTests {
    private static let faults: [ByteProxy.Fault] = [
        .answer("HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\n\r\n"), .cut(after: 0), .cut(after: 20),
        .reset(after: 0), .reset(after: 100), .stall(after: 0), .stall(after: 40), .flip(at: 12),
        .answer("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n"),
        .answer("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabc"),
    ]

    @Test(
        "Whatever the bucket does, an upload succeeds or fails whole, and afterwards everything is intact",
        .thorough("faults"))
    func bucket() async throws {
        let proxy = try ByteProxy(before: TestServer.objects.get().port)
        defer { proxy.stop() }
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage(objectPort: proxy.port, timeout: .seconds(2))
        try await storage.takeOver(TestTrust(in: directory.url))
        try await TestCenter.run(in: directory, stores: storage.stores()) { center in
            for (number, fault) in Self.faults.enumerated() {
                let id = "com.example.app\(number)"
                // A few connections fail, and then all do for a while.
                proxy.set([.none, fault, fault, .none, fault])
                let first = try await center.upload(SampleMiniApp(id: id))
                proxy.set([], always: fault)
                let second = try await center.upload(SampleMiniApp(id: id + "x"))
                proxy.set([])
                for (answer, id) in [(first, id), (second, id + "x")] {
                    #expect(answer.status == 201 || answer.status == 503, "\(fault): \(answer.status)")
                    let listed = try await center.center.store.versions(of: MiniAppID(id)!)
                    let descriptor = try await center.center.repository.descriptor(of: MiniAppID(id)!)
                    #expect(
                        (answer.status == 201) == (listed.count == 1), "\(fault), \(answer.status): \(listed.count)")
                    #expect((answer.status == 201) == (descriptor != nil), "\(fault), \(answer.status)")
                }
                #expect(try await center.upload(SampleMiniApp(id: id + "y")).status == 201, "after \(fault)")
            }
            #expect(try await center.center.verify().isEmpty)
            #expect(try await !center.center.store.isAnythingDue())
            let releases = try center.releases(in: TemporaryDirectory().url)
            #expect(try await releases.release(of: MiniAppID("com.example.app0y")!).statement.version.code == 1)
        }
    }

    @Test("A bucket whose objects are gone, or are those of another Center, is said, and nothing is made up")
    func otherBucket() async throws {
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage()
        try await storage.takeOver(TestTrust(in: directory.url))
        // The database of one Center with the bucket of another.
        let stores = try await CenterStores.postgres(
            storage.database, objects: TestBucket.store(prefix: "other-\(UUID().uuidString.lowercased())"))
        try await TestCenter.run(in: directory, stores: stores) { center in
            let statement = try center.trust.statement(
                about: MiniAppPackage(archive: SampleMiniApp().archive))
            let answer = try await center.send(
                "POST", "/v1/miniapps/com.example.sample/versions", token: center.apiKey,
                body: SampleMiniApp().archive, statement: statement)
            #expect(answer.status == 503 && answer.member("rule") == "repository")
            #expect(try await center.send("GET", "/v1/trust/metadata/1.root.json").status == 404)
        }
    }

    @Test("What was lost or damaged in the bucket is not served as if it were whole, and the next upload mends it")
    func mends() async throws {
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage()
        try await storage.takeOver(TestTrust(in: directory.url))
        try await TestCenter.run(in: directory, stores: storage.stores()) { center in
            try await center.upload(SampleMiniApp(id: "com.example.a"))
            let package = try MiniAppPackage(archive: SampleMiniApp(id: "com.example.a").archive)
            // The icon is the same in each of them.
            let digest = try #require(package.fileList.files.first { $0.path.hasSuffix("icon.svg") }).sha256
            let whole = try #require(try await center.center.blobs.read(digest))
            let key = try BucketBlobs.key(digest)
            let damages: [Data?] = [nil, whole.prefix(10), whole + Data([0])]
            for (number, damage) in damages.enumerated() {
                if let damage {
                    try await storage.objects.put(damage, at: key)
                } else {
                    try await storage.objects.delete(key)
                }
                let answer = try await center.send("GET", "/v1/blobs/\(digest)")
                #expect(answer.status == (damage == nil ? 404 : 503))
                #expect(answer.headers["cache-control"]?.contains("immutable") != true)
                #expect(try await !center.center.verify().isEmpty)
                #expect(try await center.upload(SampleMiniApp(id: "com.example.b\(number)")).status == 201)
                #expect(try await center.center.verify().isEmpty)
                #expect(try await center.send("GET", "/v1/blobs/\(digest)").body == whole)
            }
            // Other bytes of the same length are not served either.
            try await storage.objects.put(Data(repeating: 0x5a, count: whole.count), at: key)
            #expect(try await center.send("GET", "/v1/blobs/\(digest)").status == 503)
        }
    }

    @Test("A process with other keys signs nothing that devices would refuse, and /ready says so")
    func otherKeys() async throws {
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage()
        try await storage.takeOver(TestTrust(in: directory.url))
        let other = try TemporaryDirectory()
        _ = try CenterKeys(in: other.url.appending(path: "keys"))
        try await TestCenter.run(in: directory, stores: storage.stores()) { center in
            var configuration = center.center.configuration
            configuration.keys = other.url.appending(path: "keys")
            let stores = try await storage.stores()
            let wrong = try MiniAppCenter(
                configuration, stores: stores, logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() })
            await #expect(throws: CenterError.self) {
                try await wrong.pipeline.setHomeConfiguration(Data("{}".utf8), of: "a")
            }
            #expect(try await !wrong.repository.namesKeys())
            #expect(try await center.center.repository.namesKeys())
            // The other one continues.
            #expect(try await center.upload(SampleMiniApp()).status == 201)
            try await wrong.stores.close()
        }
    }

    @Test(
        "While the database is away, requests are refused with a 503, /ready says why, and then everything goes on",
        .thorough("faults"))
    func database() async throws {
        let directory = try TemporaryDirectory()
        let proxy = try ByteProxy(before: TestServer.postgres.get().port)
        defer { proxy.stop() }
        let storage = try await SharedStorage(server: "127.0.0.1:\(proxy.port)")
        try await storage.takeOver(TestTrust(in: directory.url))
        try await TestCenter.run(in: directory, stores: storage.stores()) { center in
            #expect(try await center.upload(SampleMiniApp()).status == 201)
            let token = try await center.token()
            proxy.set([], always: .cut(after: 0))
            let answer = try await center.send("GET", "/v1/miniapps?count=5", token: token)
            #expect(answer.status == 503 && answer.member("rule") == "storage", "\(answer)")
            try await until("the database is not named") {
                let ready = try await center.send("GET", "/ready")
                return ready.status == 503 && String(decoding: ready.body, as: UTF8.self).contains(#""database":"#)
            }
            #expect(try await center.send("GET", "/live").status == 204)
            proxy.set([])
            try await until("it did not become ready again") { try await center.send("GET", "/ready").status == 200 }
            #expect(try await center.send("GET", "/v1/miniapps?count=5", token: token).status == 200)
            #expect(try await center.upload(SampleMiniApp(id: "com.example.sample", code: 2)).status == 201)
        }
    }

    @Test("A cached search asks the database nothing, and a cold one at most three things")
    func statements() async throws {
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage()
        try await storage.takeOver(TestTrust(in: directory.url))
        let pool = PostgresPool(storage.database)
        try await pool.write { try $0.execute("CREATE EXTENSION pg_stat_statements") }
        try await TestCenter.run(in: directory, stores: storage.stores(), intervals: .resting) { center in
            try await center.upload(SampleMiniApp())
            let token = try await center.token()
            _ = try await center.send("GET", "/v1/miniapps?text=other", token: token)
            // The statements, without reads of the clock, and without those that begin and end a transaction.
            @Sendable func count(_ path: String) async throws -> Int {
                try await pool.read { try $0.query("SELECT pg_stat_statements_reset()") }
                #expect(try await center.send("GET", path, token: token).status == 200)
                return try await pool.read { session in
                    try session.query(
                        """
                        SELECT coalesce(sum(calls), 0)::bigint FROM pg_stat_statements
                        WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
                        AND query NOT LIKE '%pg_stat_statements%' AND query NOT LIKE '%catalog_clock%'
                        AND query NOT LIKE '%due%' AND query NOT LIKE 'SET%'
                        """
                    ).first?.int(0) ?? -1
                }
            }
            let cold = try await count("/v1/miniapps?text=sample")
            #expect((1...3).contains(cold), "a cold search asked \(cold) things")
            let cached = try await count("/v1/miniapps?text=sample")
            #expect((0...1).contains(cached), "a cached search asked \(cached) things")
        }
        await pool.close()
    }
}
#endif
