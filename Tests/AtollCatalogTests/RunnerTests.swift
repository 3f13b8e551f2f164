import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog
@testable import AtollCenter

@Suite("Users of a shared device")
struct RunnerTests {
    private static let id = MiniAppID("com.example.sample")!

    private func runner(_ id: String, counts: Bool = true) -> Runner {
        Runner(id: id, rolloutID: "r-" + id, countsForAll: counts)
    }

    /// A device, and a catalog for each of its users.
    private struct Device {
        let cache: MiniAppCache
        let releases: TrustedReleases
        let center: TestCenter
        let told = Told()

        init(_ center: TestCenter, _ directory: URL) throws {
            self.center = center
            cache = try MiniAppCache(
                directory: directory.appending(path: "cache"), noteSetAside: { [told] in told.note($0, $1, $2) })
            releases = try TrustedReleases(
                directory: directory.appending(path: "trust"), anchor: center.trust.anchor, host: TestTrust.host,
                center: center.address, transport: HTTPCatalogTransport(), maximumAge: 0)
        }

        func catalog(_ runner: Runner) -> MiniAppCatalog {
            MiniAppCatalog(
                center: center.address, cache: cache, releases: releases, transport: HTTPCatalogTransport(),
                readyWithin: .seconds(3_600), runner: runner
            ) { nil }
        }

        /// Opens the mini app for this user, reports whether it became ready, and returns the version code.
        func open(_ runner: Runner, isReady: Bool) async throws -> Int {
            let catalog = catalog(runner)
            let loaded = try await catalog.load(RunnerTests.id)
            await catalog.started(loaded.miniApp)
            if isReady { await catalog.becameReady(loaded.miniApp) } else { await catalog.failed(loaded.miniApp) }
            return loaded.miniApp.manifest.version.code
        }
    }

    private final class Told: @unchecked Sendable {
        // Safe: only accessed while `lock` is held.
        private let lock = NSLock()
        private var all: [String] = []
        func note(_ id: MiniAppID, _ version: Manifest.Version, _ users: Int) {
            lock.withLock { all.append("\(id) \(version.code) \(users)") }
        }
        var lines: [String] { lock.withLock { all } }
    }

    @Test("Nothing of a user who is gone is left")
    func gone() async throws {
        try await TestCenter.run { center in
            try await center.upload(SampleMiniApp(id: Self.id.rawValue))
            let directory = try TemporaryDirectory()
            let device = try Device(center, directory.url)
            let (ada, ben) = (runner("ada-7f3c"), runner("ben-1d2e"))
            _ = try await device.open(ada, isReady: true)
            _ = try await device.open(ben, isReady: true)
            let catalog = device.catalog(ada)
            // One more start, without any further report.
            await catalog.started(try await catalog.load(Self.id).miniApp)
            func found(_ user: String) throws -> [String] {
                let hash = SHA256Hash(of: Data(user.utf8)).hex
                return try FileManager.default.subpathsOfDirectory(atPath: directory.url.path).filter { path in
                    let data = FileManager.default.contents(atPath: directory.url.appending(path: path).path) ?? Data()
                    return path.contains(hash) || data.range(of: Data(user.utf8)) != nil
                }
            }
            #expect(try found(ada.id).count >= 2, "the tally and the history")
            try await device.cache.removeRuns(of: ada.id)
            #expect(try found(ada.id).isEmpty)
            #expect(try found(ben.id).count >= 2)
        }
    }

    @Test("A version that does not start for a user is set aside for that user only")
    func oneUser() async throws {
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            let device = try Device(center, directory.url)
            try await center.upload(.large(code: 1))
            for name in ["ada", "ben"] { #expect(try await device.open(runner(name), isReady: true) == 1) }
            try await center.upload(.large(code: 2))
            for _ in 0..<2 { #expect(try await device.open(runner("ben"), isReady: false) == 2) }
            #expect(try await device.open(runner("ben"), isReady: true) == 1)
            for _ in 0..<5 { _ = try await device.open(runner("ben"), isReady: false) }
            #expect(try await device.open(runner("ada"), isReady: true) == 2)
            #expect(try await device.open(runner("new"), isReady: true) == 2)
            #expect(device.told.lines.isEmpty)
            // Failures of the fallback do not take it away from Ben.
            let reopened = try await device.catalog(runner("ben")).load(Self.id)
            #expect(reopened.miniApp.manifest.version.code == 1)
            #expect(reopened.notice == .setAside(newer: .init(code: 2, name: "1.0.2")))
        }
    }

    @Test("It is set aside for all when enough users are affected, and still runs for those for whom it started")
    func enoughUsers() async throws {
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            let device = try Device(center, directory.url)
            try await center.upload(.large(code: 1))
            for name in ["a", "b", "c"] { _ = try await device.open(runner(name), isReady: true) }
            try await center.upload(.large(code: 2))
            #expect(try await device.open(runner("lucky"), isReady: true) == 2)
            for name in ["a", "b"] { for _ in 0..<2 { _ = try await device.open(runner(name), isReady: false) } }
            #expect(try await device.open(runner("d"), isReady: true) == 2, "two are not enough")
            for _ in 0..<2 { _ = try await device.open(runner("c"), isReady: false) }
            #expect(device.told.lines == ["com.example.sample 2 3"])
            #expect(try await device.open(runner("e"), isReady: true) == 1)
            #expect(try await device.open(runner("lucky"), isReady: true) == 2)
            let notice = try await device.catalog(runner("f")).load(Self.id).notice
            #expect(notice == .setAside(newer: .init(code: 2, name: "1.0.2")))
        }
    }

    @Test("New accounts count for themselves only, for better or worse")
    func newAccounts() async throws {
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            let device = try Device(center, directory.url)
            try await center.upload(.large(code: 1))
            for name in ["a", "b", "c"] { _ = try await device.open(runner(name), isReady: true) }
            try await center.upload(.large(code: 2))
            for number in 0..<10 {
                for _ in 0..<2 { _ = try await device.open(runner("n\(number)", counts: false), isReady: false) }
            }
            #expect(try await device.open(runner("a"), isReady: false) == 2)
            for number in 10..<20 { _ = try await device.open(runner("n\(number)", counts: false), isReady: true) }
            // Nor do they prove it: the fallback is still there.
            #expect(try await device.open(runner("a"), isReady: false) == 2)
            #expect(try await device.open(runner("a"), isReady: true) == 1)
        }
    }

    @Test("A share of the users must be affected, too")
    func share() {
        var tally = RunTally(code: 2)
        let policy = SetAsidePolicy()
        for number in 0..<3 { tally.noteFailure("f\(number)") }
        #expect(tally.isSetAside(by: policy))
        for number in 0..<4 { tally.noteReady("r\(number)") }
        #expect(!tally.isSetAside(by: policy) && !tally.isProven(by: policy))
        tally.noteReady("f0")
        #expect(tally.failed.count == 2)
        for number in 0..<3_000 { tally.noteReady("x\(number)") }
        #expect(tally.ready.count == RunTally.capacity)
    }

    @Test("A restart of the server does not count as a failure")
    func restart() async throws {
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            try await center.upload(.large(code: 1))
            do {
                let device = try Device(center, directory.url)
                #expect(try await device.open(runner("ada"), isReady: true) == 1)
            }
            try await center.upload(.large(code: 2))
            for _ in 0..<3 {
                let device = try Device(center, directory.url)
                let catalog = device.catalog(runner("ada"))
                let loaded = try await catalog.load(Self.id)
                #expect(loaded.miniApp.manifest.version.code == 2)
                await catalog.started(loaded.miniApp)
            }
        }
    }

    @Test("An icon that is too large is not fetched, and icons have a budget")
    func icons() async throws {
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            let device = try Device(center, directory.url)
            try await center.upload(SampleMiniApp())
            let digest = SHA256Hash(of: Data("x".utf8))
            for length in [-1, MiniAppListing.Icon.maximumLength + 1, .max] {
                let icon = MiniAppListing.Icon(sha256: digest, length: length, path: "common/icon.svg")
                await #expect(throws: CatalogError.invalidResponse("it announces an icon of \(length) bytes")) {
                    try await device.catalog(runner("ada")).icon(icon)
                }
            }
        }
    }

    @Test("A token is sent over https, or to this machine")
    func tokens() async throws {
        let transport = HTTPCatalogTransport()
        for address in [
            "http://center.example", "ftp://127.0.0.1", "http://127.0.0.1.evil.test", "http://localhost.evil.test",
        ] {
            await #expect(
                throws: CatalogError.invalidRequest(
                    "the user's token is sent over https only, and the Center's URL begins with http")
            ) { try await transport.get(CatalogRequest(URL(string: address)!, token: "secret", limit: 10)) }
        }
    }
}
