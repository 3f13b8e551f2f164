import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog

@Suite("Searching for mini apps")
struct SearchTests {
    private static func put(_ center: TestCenter, _ path: String, _ json: String) async throws {
        let answer = try await center.send("PUT", path, token: center.apiKey, body: Data(json.utf8))
        #expect(answer.status == 204, "\(String(decoding: answer.body, as: UTF8.self))")
    }

    private static func fill(_ center: TestCenter) async throws {
        try await put(
            center, "/v1/superapps/com.example.super/attributes",
            #"[{"name": "category", "type": "text"}, {"name": "price", "type": "number"}]"#)
        for (number, name) in ["Alpha", "Beta", "Gamma", "Delta"].enumerated() {
            try await center.upload(SampleMiniApp(id: "com.example.n\(number)", name: name))
            try await put(
                center, "/v1/miniapps/com.example.n\(number)/details",
                """
                {"keywords": ["greek"], "tags": ["t\(number % 2)"],
                 "places": [{"name": "x", "point": {"latitude": \(number), "longitude": 179.9}}],
                 "attributes": {"com.example.super": {"category": "a, \\"b\\" & 50 %", "price": \(number)}}}
                """)
        }
        try await put(
            center, "/v1/superapps/com.example.super/featured",
            #"[{"miniApp": "com.example.n3", "from": "2020-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"}]"#)
    }

    @Test("Each operation finds the expected mini apps", arguments: BackEnd.allCases)
    func operations(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.fill(center)
            let directory = try TemporaryDirectory()
            let catalog = try TestDevice(center, directory.url).catalog
            func names(_ page: MiniAppListingPage) -> [String] { page.items.map(\.name) }
            #expect(try await catalog.miniApp(id: MiniAppID("com.example.n1")!).name == "Beta")
            #expect(try await names(catalog.miniApps()) == ["Alpha", "Beta", "Delta", "Gamma"])
            #expect(try await names(catalog.miniApps(start: 1, count: 2)) == ["Beta", "Delta"])
            #expect(try await names(catalog.miniApps(text: "gré")) == ["Alpha", "Beta", "Gamma", "Delta"])
            #expect(try await names(catalog.miniApps(text: "delt+a & 100% \"🎉\"")) == [])
            #expect(try await names(catalog.miniApps(tag: "t1")) == ["Beta", "Delta"])
            let center = GeoPoint(latitude: 0.9, longitude: -179.9)!
            #expect(try await names(catalog.miniApps(near: center, radius: 150_000)) == ["Beta", "Alpha", "Gamma"])
            #expect(try await names(catalog.featuredMiniApps()) == ["Delta"])
            #expect(
                try await names(
                    catalog.miniApps(where: [
                        CatalogFilter("price", .greaterOrEquals, 1), CatalogFilter("price", .in, [1, 2.0, 9]),
                        CatalogFilter("category", .equals, "A, \"B\" & 50 %"),
                        CatalogFilter(.name, .notEquals, "gamma"),
                    ])) == ["Beta"])
            #expect(try await catalog.miniApps(where: []).total == 4)
        }
    }

    @Test("An invalid request names its invalid part", arguments: BackEnd.sample(1))
    func errors(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.fill(center)
            let directory = try TemporaryDirectory()
            let catalog = try TestDevice(center, directory.url).catalog
            let pole = GeoPoint(latitude: 90, longitude: 0)!
            for radius in [0, -1, 40_000_000, .nan] {
                await #expect(
                    throws: CatalogError.invalidRequest("the radius must be above 0 and at most 20015114 metres")
                ) {
                    try await catalog.miniApps(near: pole, radius: radius)
                }
            }
            await #expect(throws: CatalogError.invalidRequest("start and count must be 0 or more; they are 0 and -1")) {
                try await catalog.miniApps(count: -1)
            }
            await #expect(throws: CatalogError.invalidRequest(#""count" must be a whole number from 0 to 1000."#)) {
                try await catalog.miniApps(count: 5_000)
            }
            await #expect(throws: CatalogError.invalidRequest(#""where[0].field" is not a field of this super app."#)) {
                try await catalog.miniApps(where: [CatalogFilter("colour", .equals, "red")])
            }
            await #expect(throws: CatalogError.invalidRequest(#""where[0].value" must be a number."#)) {
                try await catalog.miniApps(where: [CatalogFilter("price", .equals, "5")])
            }
            await #expect(throws: CatalogError.self) {
                try await catalog.miniApps(where: [CatalogFilter("price", .equals, .one(.number(.infinity)))])
            }
            #expect(GeoPoint(latitude: 90.1, longitude: 0) == nil && GeoPoint(latitude: 0, longitude: .nan) == nil)
        }
    }

    @Test(
        "The sequence loads its pages, and mini apps published in the meantime neither repeat nor omit a result",
        .thorough("long models"),
        arguments: BackEnd.sample(0))
    func sequence(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            for number in 0..<12 {
                try await center.upload(SampleMiniApp(id: "com.example.n\(number)", name: "N\(number % 3)"))
            }
            let directory = try TemporaryDirectory()
            let transport = CountingTransport(base: HTTPCatalogTransport())
            let catalog = try TestDevice(center, directory.url, transport: transport).catalog
            for search in [CatalogSearch(), CatalogSearch(.text("n")), CatalogSearch(.text("is for"))] {
                var found: [MiniAppID] = []
                var added = 0
                for try await listing in catalog.all(search, pageSize: 5) {
                    found.append(listing.id)
                    if found.count.isMultiple(of: 4) {
                        // Before, between and after the results so far.
                        for name in ["A", "N1", "Z"] {
                            added += 1
                            let id = "com.example.m\(search.hashValue & 0xffff).x\(added)"
                            try await center.upload(SampleMiniApp(id: id, name: name))
                        }
                    }
                }
                let original = found.filter { $0.rawValue.hasPrefix("com.example.n") }
                #expect(Set(found).count == found.count, "\(search)")
                #expect(original.count == 12, "\(search)")
            }
            // No page is requested that is not needed.
            await transport.reset()
            for try await _ in catalog.all(pageSize: 5) { break }
            #expect(await transport.urls.count == 1)
        }
    }

    @Test(
        "Concurrent requests for the same URL are joined, and cancelling one caller does not cancel the others",
        arguments: BackEnd.sample(1))
    func joined(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.fill(center)
            let directory = try TemporaryDirectory()
            let (gate, opening) = AsyncStream.makeStream(of: Void.self)
            let transport = CountingTransport(base: GatedTransport(gate: gate))
            let catalog = try TestDevice(center, directory.url, transport: transport).catalog
            let impatient = Task { try await catalog.miniApps(text: "alpha") }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 { group.addTask { try await catalog.miniApps(text: "alpha").total } }
                try await until("not all callers wait") { await catalog.client.joiner.waiting == 11 }
                impatient.cancel()
                try await until("the cancelled caller still waits") { await catalog.client.joiner.waiting == 10 }
                opening.finish()
                for try await total in group { #expect(total == 1) }
            }
            #expect(await transport.urls.count == 1)
            await #expect(throws: CatalogError.network("the call was cancelled")) { try await impatient.value }
        }
    }

    /// Answers once a gate is open.
    private struct GatedTransport: CatalogTransport {
        let gate: AsyncStream<Void>

        func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            for await _ in gate {}
            return try await HTTPCatalogTransport().get(request)
        }
    }

    @Test("The configuration is read from an Info.plist, and an invalid key is named")
    func configuration() throws {
        let root = Data("root".utf8)
        var information: [String: Any] = [
            "AtollCenterURL": "https://miniapps.example.com", "CFBundleIdentifier": "com.example.super",
            "CFBundleShortVersionString": "2.1", "AtollMaxCount": 20, "AtollMaxDays": 30,
            "AtollLoadPolicy": "cacheFirst",
        ]
        func read() throws(CatalogError) -> CatalogConfiguration {
            try CatalogConfiguration(information: information, platform: 2) { $0 == "root.json" ? root : nil }
        }
        let configuration = try read()
        var expected = CatalogConfiguration(
            center: URL(string: "https://miniapps.example.com")!,
            host: HostIdentity(superApp: "com.example.super", version: "2.1", platform: 2),
            trustAnchor: TrustAnchor(root: root))
        expected.cacheLimits = CacheLimits(maxCount: 20, maxDays: 30)
        expected.policy = .cacheFirst
        #expect(configuration == expected)
        let wrong: [(String, Any)] = [
            ("AtollCenterURL", "http://miniapps.example.com"), ("AtollCenterURL", 5), ("AtollCenterURL", ""),
            ("AtollMaxCount", -1), ("AtollMaxDays", "many"), ("AtollLoadPolicy", "never"),
            ("AtollTrustAnchor", "other.json"), ("AtollRepository", "abc"), ("AtollSuperAppVersion", "1 0"),
        ]
        for (key, value) in wrong {
            let before = information[key]
            information[key] = value
            let error = #expect(throws: CatalogError.self) { try read() }
            #expect(error?.description.contains(key) == true, "\(key) \(String(describing: error))")
            information[key] = before
        }
        information["AtollCenterURL"] = "http://127.0.0.1:8081"
        #expect(throws: Never.self) { try read() }
    }
}
