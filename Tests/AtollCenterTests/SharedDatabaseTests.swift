#if canImport(AtollCenterPostgres)
import AtollPackages
import AtollTestSupport
import Foundation
import AtollPostgres
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterPostgres

@Suite("Two Centers on one database")
struct SharedDatabaseTests {
    private static let superApp = "com.example.super"
    private static let id = MiniAppID("com.example.sample")!

    /// Stores of two processes, which both follow the database.
    ///
    /// - Parameter directory: Where the keys and the repository are, if there is one.
    private static func pair(
        in directory: TemporaryDirectory? = nil,
        _ body: (_ one: CenterStores, _ other: CenterStores, PostgresConfiguration) async throws -> Void
    ) async throws {
        let storage = try await SharedStorage()
        if let directory { try await storage.takeOver(TestTrust(in: directory.url)) }
        let (one, other) = (try await storage.stores(), try await storage.stores())
        let following = Task {
            async let first: Void = one.follow()
            async let second: Void = other.follow()
            _ = await (first, second)
        }
        try await body(one, other, storage.database)
        following.cancel()
        await following.value
        try await one.close()
        try await other.close()
    }

    private static func entry(_ name: String, roles: [String] = []) throws -> SearchEntry {
        let sample = SampleMiniApp(id: id.rawValue, name: name)
        let manifest = try Manifest(decoding: sample.manifest)
        let files = FileListReference(sha256: SHA256Hash(of: Data(name.utf8)), length: 1, count: 1, bytes: 1)
        return SearchEntry(
            listing: MiniAppListing(
                manifest: manifest, icon: nil, files: files, published: Date(timeIntervalSince1970: 1_000)),
            publisher: TestTrust.publisher, details: MiniAppDetails(),
            audience: Audience(roles: roles, superApps: [superApp], minimumPlatform: 1, minimumHost: nil))
    }

    private static let visitor = Visitor(roles: [], host: TestTrust.host)

    /// The results of a user at a Center, through its cache.
    private static func found(
        _ stores: CenterStores, _ name: String? = nil, _ value: String = ""
    ) async throws -> String {
        let parameters = SearchParser.Parameters(name.map { [(key: $0[...], value: value[...])] } ?? [])
        let search = CatalogSearch(store: stores.catalog, cache: stores.searches, now: { Date() })
        return String(buffer: try await search.page("\(name ?? "")=\(value)", parameters, for: visitor))
    }

    @Test("What one changes, the other answers, cached or not, with audiences that it did not know")
    func follows() async throws {
        try await Self.pair { one, other, _ in
            #expect(try await Self.found(other).contains(#""total":0"#))
            try await one.catalog.addSamples([Self.entry("Alpha")])
            // At the Center that changed it, immediately.
            #expect(try await Self.found(one).contains("Alpha"))
            try await until { try await Self.found(other).contains("Alpha") }
            let definition = AttributeDefinition("price", .number)
            try await other.catalog.setAttributes([definition], of: Self.superApp)
            #expect(try await other.catalog.attributes(of: Self.superApp) == [definition])
            try await until { try await one.catalog.attributes(of: Self.superApp) == [definition] }
        }
    }

    @Test("An API key that one Center removes opens nothing at the other")
    func keys() async throws {
        try await Self.pair { one, other, _ in
            let key = APIKey(
                id: "k", publisher: TestTrust.publisher, scopes: [.publish], ids: [],
                created: Date(timeIntervalSince1970: 1), expires: Date(timeIntervalSince1970: 2_000_000_000))
            try await one.apiKeys.add(key, secretDigest: Data([1, 2, 3]))
            #expect(try await other.apiKeys.key(withID: "k")?.key == key)
            #expect(try await other.apiKeys.key(withID: "k")?.secretDigest == Data([1, 2, 3]))
            #expect(try await other.apiKeys.remove("k"))
            #expect(try await one.apiKeys.key(withID: "k") == nil)
            #expect(try await one.apiKeys.key(withID: "k\0") == nil)
        }
    }

    @Test("Many changes by both at once have one order, and neither keeps anything old")
    func together() async throws {
        let directory = try TemporaryDirectory()
        try await Self.pair(in: directory) { one, other, _ in
            try await TestCenter.run(in: directory, stores: one) { center in
                try await center.upload(SampleMiniApp(id: Self.id.rawValue, name: "Sample"))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (number, stores) in [one, other].enumerated() {
                        group.addTask {
                            for round in 0..<15 {
                                var details = MiniAppDetails()
                                details.tags = ["t\(number)-\(round)"]
                                try await stores.catalog.setDetails(details, of: Self.id)
                                _ = try await Self.found(stores, "tag", "t0-14")
                                _ = try await Self.found(stores, "tag", "t1-14")
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                let last = try await one.catalog.details(of: Self.id).tags[0]
                let before = last == "t0-14" ? "t1-14" : "t0-14"
                for stores in [one, other] {
                    try await until { try await Self.found(stores, "tag", last).contains(#""total":1"#) }
                    try await until { try await Self.found(stores, "tag", before).contains(#""total":0"#) }
                }
            }
        }
    }

    @Test("A Center that can't read the clock takes nothing from its cache, and does again when it can")
    func clock() async throws {
        try await Self.pair { one, other, database in
            try await one.catalog.addSamples([Self.entry("Alpha")])
            try await until { try await Self.found(other).contains("Alpha") }
            try await until { other.catalog.isCurrent }
            let pool = PostgresPool(database)
            try await pool.write { try $0.execute("ALTER TABLE catalog_clock RENAME TO hidden_clock") }
            try await until { !other.catalog.isCurrent }
            await #expect(throws: PostgresError.self) { try await Self.found(other) }
            try await pool.write { try $0.execute("ALTER TABLE hidden_clock RENAME TO catalog_clock") }
            try await until { other.catalog.isCurrent }
            #expect(try await Self.found(other).contains("Alpha"))
            await pool.close()
        }
    }

    @Test("A database without tables, or with those of a newer release, is not used")
    func schema() async throws {
        let database = try await SharedStorage.database()
        await #expect(throws: PostgresError.olderSchema(found: 0, needed: CenterSchema.current.version)) {
            try await CenterStores.postgres(database, objects: TestBucket.store(prefix: "schema"))
        }
        let pool = PostgresPool(database)
        try await CenterSchema.current.migrate(database)
        try await pool.write {
            try $0.execute(
                "INSERT INTO atoll_schema (name, version, title, oldest_program) VALUES ('center', 99, 'x', 99)")
        }
        await #expect(throws: PostgresError.newerSchema(found: 99, known: CenterSchema.current.version)) {
            try await CenterStores.postgres(database, objects: TestBucket.store(prefix: "schema"))
        }
        await pool.close()
    }
}
#endif
