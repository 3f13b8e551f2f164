import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog

@Suite("The search inside mini apps")
struct ContentSearchTests {
    private static func sample(_ id: String, code: Int = 1, titles: [String]) -> SampleMiniApp {
        var sample = SampleMiniApp(id: id, code: code)
        sample.members["atoll_search"] = "common/search.json"
        let entries = titles.map { "{\"title\": \"\($0)\", \"page\": \"pages/detail?name=\($0)\"}" }
        sample.files["common/search.json"] = "{\"entries\": [\(entries.joined(separator: ","))]}"
        return sample
    }

    private static let (one, two, three) = (
        MiniAppID("com.example.one")!, MiniAppID("com.example.two")!, MiniAppID("com.example.three")!
    )

    @Test("Only what was opened here is searched, in the version that would open, and mini apps take turns")
    func search() async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run { center in
            try await center.upload(Self.sample("com.example.one", titles: ["red1", "red2", "red3", "blue"]))
            try await center.upload(Self.sample("com.example.two", titles: ["red4"]))
            try await center.upload(SampleMiniApp(id: "com.example.three"))
            let device = try TestDevice(center, directory.url)
            let all = [Self.one, Self.two, Self.three]
            func found(_ word: String, limit: Int = 10, in ids: [MiniAppID]? = nil) async -> [String] {
                await device.catalog.entries(matching: [word], in: ids ?? all, limit: limit).map(\.entry.title)
            }
            #expect(await found("red") == [], "nothing was opened yet")
            for id in all { _ = try await device.catalog.load(id) }
            #expect(await found("red") == ["red1", "red4", "red2", "red3"])
            #expect(await found("red", limit: 2) == ["red1", "red4"])
            #expect(await found("ed1") == [], "words are found by their beginnings")
            #expect(await found("red", in: [Self.two]) == ["red4"], "another user may not open the first")
            #expect(await found("red", in: []) == [])
            #expect(await found("nothing") == [])
            let entry = try #require(await device.catalog.entries(matching: ["blue"], in: all, limit: 1).first)
            #expect(entry.miniApp == Self.one && entry.entry.path == "/pages/detail?name=blue")
            // The next version has other things in it.
            try await center.upload(Self.sample("com.example.one", code: 2, titles: ["green"]))
            #expect(await found("blue") == ["blue"])
            _ = try await device.catalog.load(Self.one)
            #expect(await found("blue") == [])
            #expect(await found("green") == ["green"])
        }
    }

    @Test("A search does not count as a use: what is only searched is evicted first")
    func noUse() async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run { center in
            for name in ["one", "two", "three"] {
                try await center.upload(Self.sample("com.example.\(name)", titles: ["red-\(name)"]))
            }
            let date = TestDate(Date())
            let cache = try MiniAppCache(
                directory: directory.url.appending(path: "small"), limits: CacheLimits(maxCount: 2), now: { date.now })
            let catalog = MiniAppCatalog(
                center: center.address, cache: cache,
                releases: try TestDevice(center, directory.url).catalog.releases, transport: HTTPCatalogTransport()
            ) { try await center.token(roles: []) }
            for id in [Self.one, Self.two] {
                _ = try await catalog.load(id)
                date.advance(days: 1)
            }
            #expect(await catalog.entries(matching: ["red"], in: [Self.one], limit: 1).count == 1)
            _ = try await catalog.load(Self.three)
            #expect(try await cache.cachedMiniApps().map(\.id) == [Self.three, Self.two])
        }
    }

    @Test("A search is prepared with what fits: nothing is evicted for it, and nothing becomes a use")
    func prepares() async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run { center in
            for name in ["one", "two", "three"] {
                try await center.upload(Self.sample("com.example.\(name)", titles: ["red-\(name)"]))
            }
            let device = try TestDevice(center, directory.url, limits: CacheLimits(maxCount: 2))
            let all = [Self.one, Self.two, Self.three]
            _ = try await device.catalog.load(Self.three)
            let before = try await device.catalog.cache.cachedMiniApps().map(\.lastUsed)
            let gone = MiniAppID("com.example.gone")!
            #expect(await device.catalog.prepareSearch(in: all + [gone], budget: 1_000_000) == all)
            let cached = try await device.catalog.cache.cachedMiniApps()
            #expect(cached.map(\.id) == [Self.one, Self.three], "there is room for one more")
            #expect(cached.last.map(\.lastUsed) == before.last)
            #expect(await device.catalog.entries(matching: ["red"], in: all, limit: 5).count == 2)
            let other = try TestDevice(center, directory.url.appending(path: "other"))
            #expect(await other.catalog.prepareSearch(in: all, budget: 10) == all)
            #expect(try await other.catalog.cache.cachedMiniApps().isEmpty, "nothing fits")
        }
    }

    @Test("Nobody finds what is in a version that they were not offered: of another group, or withdrawn")
    func offered() async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run { center in
            try await center.upload(Self.sample("com.example.one", titles: ["red"]))
            let device = try TestDevice(center, directory.url)
            let cache = device.catalog.cache
            func found(_ word: String, by runner: Runner) async -> [String] {
                let catalog = MiniAppCatalog(
                    center: center.address, cache: cache, releases: device.catalog.releases,
                    transport: HTTPCatalogTransport(), runner: runner
                ) { try await center.token(roles: []) }
                return await catalog.entries(matching: [word], in: [Self.one], limit: 5).map(\.entry.title)
            }
            let (ada, ben) = (Runner(id: "ada", rolloutID: "a"), Runner(id: "ben", rolloutID: "b"))
            _ = try await device.catalog.load(Self.one)
            #expect(await found("red", by: ada) == [], "nobody has offered it to ada yet")
            await cache.noteAccepted(Self.one, code: 1, for: ada)
            await cache.noteAccepted(Self.one, code: 1, for: ben)
            #expect(await found("red", by: ada) == ["red"])
            try await center.upload(Self.sample("com.example.one", code: 2, titles: ["blue"]))
            _ = try await device.catalog.load(Self.one)
            #expect(await found("blue", by: ada) == [], "the second version is on this device, for somebody else")
            await cache.noteAccepted(Self.one, code: 2, for: ben)
            #expect(await found("blue", by: ben) == ["blue"])
            await cache.noteAccepted(Self.one, code: 1, for: ben)
            #expect(await found("blue", by: ben) == [], "it was withdrawn")
            #expect(await device.catalog.entries(matching: ["blue"], in: [Self.one], limit: 5).count == 1)
            await cache.noteAsked(for: Self.one, isRefused: true)
            #expect(await device.catalog.entries(matching: ["blue"], in: [Self.one], limit: 5).isEmpty, "refused")
            #expect(await found("red", by: ada) == ["red"], "but not for everybody")
        }
    }

    @Test("Files that are gone or damaged are not searched, and do no harm")
    func damaged() async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run { center in
            let sample = Self.sample("com.example.one", titles: ["red"])
            try await center.upload(sample)
            // The same file would be the same blob.
            try await center.upload(Self.sample("com.example.two", titles: ["red", "blue"]))
            let device = try TestDevice(center, directory.url)
            let loaded = try await device.catalog.load(Self.one)
            _ = try await device.catalog.load(Self.two)
            let file = try #require(loaded.miniApp.file(at: "common/search.json"))
            let name = file.sha256.hex
            let blob = device.cache.appending(path: "blobs/\(name.prefix(2))/\(name)")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: blob.path)
            try Data("{\"entries\": []}".utf8).write(to: blob)
            func found() async -> [MiniAppID] {
                await device.catalog.entries(matching: ["red"], in: [Self.one, Self.two], limit: 5).map(\.miniApp)
            }
            #expect(await found() == [Self.two])
            // It is fetched again when the mini app is opened.
            _ = try await device.open(Self.one)
            #expect(await found() == [Self.one, Self.two])
        }
    }
}
