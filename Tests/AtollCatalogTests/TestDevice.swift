import AtollPackages
import AtollTestSupport
import Foundation

@testable import AtollCatalog

/// A device of a test's Center, with a separate folder.
struct TestDevice {
    let catalog: MiniAppCatalog
    let directory: URL

    /// Opens the folder, as the app does when it starts.
    init(
        _ center: TestCenter, _ directory: URL, at address: URL? = nil, roles: [String] = [],
        limits: CacheLimits = CacheLimits(), policy: LoadPolicy = .current, readyWithin: Duration = .seconds(15),
        maximumAge: TimeInterval = 0, transport: any CatalogTransport = HTTPCatalogTransport(),
        removeStorage: @escaping @Sendable (MiniAppID) async throws -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        self.directory = directory
        catalog = MiniAppCatalog(
            center: address ?? center.address,
            cache: try MiniAppCache(
                directory: directory.appending(path: "miniapps"), limits: limits, removeStorage: removeStorage, now: now
            ),
            releases: try TrustedReleases(
                directory: directory.appending(path: "trust"), anchor: center.trust.anchor, host: TestTrust.host,
                center: address ?? center.address, transport: transport, maximumAge: maximumAge, now: now),
            transport: transport, policy: policy, readyWithin: readyWithin
        ) { try await center.token(roles: roles) }
    }

    var cache: URL { directory.appending(path: "miniapps") }

    /// The faults of the cache.
    var faults: [String] { MiniAppCache.faults(in: cache) }

    /// Opens a mini app as a user does, and reads every byte.
    func open(_ id: MiniAppID, _ policy: LoadPolicy? = nil) async throws -> LoadedMiniApp {
        let loaded = try await catalog.load(id, policy: policy)
        for file in loaded.miniApp.list.files { _ = try loaded.miniApp.contents(of: file) }
        return loaded
    }
}

extension SampleMiniApp {
    /// A version with `count` additional files, each of `bytes` bytes that do not compress.
    static func large(code: Int = 1, files count: Int = 30, bytes: Int = 2_000) -> SampleMiniApp {
        var sample = SampleMiniApp(id: "com.example.sample", code: code)
        for number in 0..<count { sample.files["common/\(number).txt"] = text(bytes, seed: UInt64(number)) }
        sample.files["app.js"] = "export default \(code);\n"
        return sample
    }

    /// Random digits.
    static func text(_ count: Int, seed: UInt64) -> String {
        var random = SeededGenerator(seed: seed)
        return (0..<count / 16).map { _ in String(random.next() | 1 << 63, radix: 16) }.joined()
    }
}
