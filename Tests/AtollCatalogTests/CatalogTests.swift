import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog

@Suite("The catalog")
struct CatalogTests {
    private static let id = MiniAppID("com.example.sample")!

    private static func catalog(
        _ center: TestCenter, _ directory: URL, roles: [String] = [],
        transport: any CatalogTransport = HTTPCatalogTransport()
    ) throws -> MiniAppCatalog {
        MiniAppCatalog(
            center: center.address, cache: try MiniAppCache(directory: directory),
            releases: try center.releases(in: directory.appending(path: "trust"), transport: transport),
            transport: transport
        ) { try await center.token(roles: roles) }
    }

    /// A catalog whose Center can't be reached.
    private static func lonely(_ directory: URL) throws -> MiniAppCatalog {
        let nowhere = URL(string: "http://127.0.0.1:1")!
        let anchor = try TestTrust(in: directory.appending(path: "elsewhere")).anchor
        return MiniAppCatalog(
            center: nowhere, cache: try MiniAppCache(directory: directory),
            releases: try TrustedReleases(
                directory: directory.appending(path: "trust"), anchor: anchor,
                host: HostIdentity(superApp: TestTrust.superApp, version: "1"), center: nowhere,
                transport: HTTPCatalogTransport()),
            transport: HTTPCatalogTransport()
        ) { nil }
    }

    @Test("A mini app is listed, installed, and opened from the cache afterwards", arguments: BackEnd.allCases)
    func installs(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let transport = CountingTransport(base: HTTPCatalogTransport())
            let catalog = try Self.catalog(center, directory.url, transport: transport)
            let page = try await catalog.miniApps()
            #expect(page.items.map(\.id) == [Self.id])
            let listing = try await catalog.miniApp(id: Self.id)
            let installed = try await catalog.install(listing)
            #expect(installed.manifest.name == "Sample")
            let file = try #require(installed.file(at: "app.js"))
            #expect(try installed.contents(of: file) == Data("export {};\n".utf8))

            let before = await transport.urls.count
            _ = try await catalog.install(listing)
            #expect(await transport.urls.count == before)
        }
    }

    @Test("An update fetches only the files that are new", arguments: BackEnd.sample(1))
    func updates(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let transport = CountingTransport(base: HTTPCatalogTransport())
            let catalog = try Self.catalog(center, directory.url, transport: transport)
            _ = try await catalog.install(catalog.miniApp(id: Self.id))
            var next = SampleMiniApp(id: "com.example.sample", code: 2)
            next.files["app.js"] = "export default 2;\n"
            try await center.upload(next)
            let listing = try await catalog.miniApp(id: Self.id)
            await transport.reset()
            let installed = try await catalog.install(listing)
            #expect(installed.manifest.version.code == 2)
            // The file list, the manifest and the only file that changed.
            #expect(await transport.blobs == 0)
            let packs = await transport.urls.filter { $0.path.contains("/packs/") }
            #expect(packs.count == 1)
            let pack = try await HTTPCatalogTransport().get(CatalogRequest(packs[0], limit: 100_000)).body
            #expect(
                try Set(BlobPack.records(in: pack).map(\.digest)) == [
                    listing.files.sha256, installed.file(at: "manifest.json")!.sha256,
                    installed.file(at: "app.js")!.sha256,
                ])
        }
    }

    @Test("Ten concurrent calls share one installation", arguments: BackEnd.sample(0))
    func joins(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let transport = CountingTransport(base: HTTPCatalogTransport())
            let catalog = try Self.catalog(center, directory.url, transport: transport)
            let listing = try await catalog.miniApp(id: Self.id)
            await transport.reset()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask { _ = try await catalog.install(listing) } }
                try await group.waitForAll()
            }
            #expect(await transport.packs == 1)
            #expect(await transport.blobs == 0)
        }
    }

    @Test("A mini app that this user may not open is not found", arguments: BackEnd.sample(1))
    func notFound(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            _ = try await center.send(
                "PUT", "/v1/miniapps/com.example.sample/access", token: center.apiKey,
                body: Data(#"{"roles":["Sales"]}"#.utf8)
            )
            try await center.upload(SampleMiniApp())
            await #expect(throws: CatalogError.notFound(Self.id)) {
                try await Self.catalog(center, directory.url).miniApp(id: Self.id)
            }
            _ = try await Self.catalog(center, directory.url, roles: ["Sales"]).miniApp(id: Self.id)
        }
    }

    @Test(
        "A wrong blob fails the installation, and the cache is as before", .thorough("faults"),
        arguments: BlobFault.allCases, BackEnd.allCases)
    func corruption(_ fault: BlobFault, _ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let good = try Self.catalog(center, directory.url)
            let first = try await good.install(good.miniApp(id: Self.id))

            var next = SampleMiniApp(id: "com.example.sample", code: 2)
            next.files["app.js"] = "export default 'changed';\n"
            try await center.upload(next)
            let records = directory.url.appending(path: "versions/com.example.sample")
            let before = try FileManager.default.contentsOfDirectory(atPath: records.path)

            let bad = try Self.catalog(
                center, directory.url, transport: FaultyTransport(base: HTTPCatalogTransport(), fault: fault)
            )
            let listing = try await bad.miniApp(id: Self.id)
            let error = await #expect(throws: CatalogError.self) { try await bad.install(listing) }
            switch (fault, error) {
            case (.otherBytes, .corrupted), (.cut, .corrupted), (.longer, .invalidResponse),
                (.missing, .invalidRequest), (.serverError, .network):
                break
            default: Issue.record("\(fault) gave \(String(describing: error))")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: records.path) == before)
            let cache = try MiniAppCache(directory: directory.url)
            #expect(try await cache.verify().map(\.digest) == [first.digest])
            let retried = try Self.catalog(center, directory.url)
            #expect(try await retried.install(listing).manifest.version.code == 2)
        }
    }

    @Test("A blob that is damaged on disk is fetched again", arguments: BackEnd.sample(0))
    func repairs(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let catalog = try Self.catalog(center, directory.url)
            let listing = try await catalog.miniApp(id: Self.id)
            _ = try await catalog.install(listing)
            let blobs = try BlobDirectory(directory.url.appending(path: "blobs"))
            try blobs.remove(SHA256Hash(of: Data("export {};\n".utf8)))
            try Data("x".utf8).write(to: blobs.location(of: listing.files.sha256))
            let installed = try await catalog.install(listing)
            #expect(try installed.contents(of: installed.file(at: "app.js")!) == Data("export {};\n".utf8))
            #expect(try await MiniAppCache(directory: directory.url).verify().count == 1)
        }
    }

    @Test("A damaged cache does not stop the start, and is fetched again", arguments: BackEnd.sample(1))
    func brokenCache(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let catalog = try Self.catalog(center, directory.url)
            let listing = try await catalog.miniApp(id: Self.id)
            _ = try await catalog.install(listing)
            let blobs = try BlobDirectory(directory.url.appending(path: "blobs"))
            try Data("x".utf8).write(to: blobs.location(of: listing.files.sha256))
            try Data("x".utf8).write(to: directory.url.appending(path: "versions/com.example.sample/9"))
            #expect(MiniAppCache.faults(in: directory.url).count == 2)
            let cache = try MiniAppCache(directory: directory.url)
            #expect(try await cache.verify().isEmpty)
            let again = try Self.catalog(center, directory.url)
            #expect(try await again.install(listing).manifest.id == Self.id)

            // A file that is found damaged while it is served is discarded, and fetched at the next opening.
            let served = try MiniAppCache(directory: directory.url)
            let digest = SHA256Hash(of: Data("export {};\n".utf8))
            try Data("x".utf8).write(to: blobs.location(of: digest))
            await served.discard(digest)
            let repaired = MiniAppCatalog(
                center: center.address, cache: served,
                releases: try center.releases(in: directory.url.appending(path: "trust")),
                transport: HTTPCatalogTransport()
            ) { try await center.token() }
            let installed = try await repaired.install(listing)
            #expect(try installed.contents(of: installed.file(at: "app.js")!) == Data("export {};\n".utf8))
        }
    }

    @Test("A restart retains the newest version and removes unneeded blobs", arguments: BackEnd.sample(0))
    func restart(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            let catalog = try Self.catalog(center, directory.url)
            for code in 1...3 {
                var sample = SampleMiniApp(id: "com.example.sample", code: code)
                sample.files["app.js"] = "export default \(code);\n"
                try await center.upload(sample)
                _ = try await catalog.install(catalog.miniApp(id: Self.id))
            }
            let cache = try MiniAppCache(directory: directory.url)
            #expect(try await cache.verify().map(\.manifest.version.code) == [3])
            let blobs = try BlobDirectory(directory.url.appending(path: "blobs"))
            #expect(!blobs.contains(SHA256Hash(of: Data("export default 1;\n".utf8))))
            // Seven different files and the file list.
            #expect(try blobs.digests().count == 8)
        }
    }

    @Test("A Center that can't be reached is a network error, with a text that says so")
    func unreachable() async throws {
        let directory = try TemporaryDirectory()
        let catalog = try Self.lonely(directory.url)
        let error = await #expect(throws: CatalogError.self) { try await catalog.miniApps() }
        guard case .network = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.hasPrefix("The Mini App Center can't be reached: ") == true)
    }

    @Test("A page that begins before the first item is an invalid request")
    func badRequest() async throws {
        let directory = try TemporaryDirectory()
        let catalog = try Self.lonely(directory.url)
        let error = await #expect(throws: CatalogError.self) { try await catalog.miniApps(start: -1) }
        #expect(error?.description == "The request is not valid: start and count must be 0 or more; they are -1 and 0.")
    }

    @Test("A token that the Center does not accept has its own error", arguments: BackEnd.sample(1))
    func unauthorized(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            let catalog = MiniAppCatalog(
                center: center.address, cache: try MiniAppCache(directory: directory.url),
                releases: try center.releases(in: directory.url.appending(path: "trust")),
                transport: HTTPCatalogTransport()
            ) { "forged" }
            await #expect(throws: CatalogError.unauthorized) { try await catalog.miniApps() }
        }
    }
}
