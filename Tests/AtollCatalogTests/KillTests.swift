import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog
@testable import AtollCenter
@testable import AtollCenterSignIn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Kills processes that install, update, evict and publish with `kill -9` at random moments: 50 in each test run, 1,000
/// with `make test-all`.
@Suite("Killed at any moment", .serialized)
struct KillTests {
    private static let isThorough = TestLength.isLong
    private static let seed = UInt64(ProcessInfo.processInfo.environment["ATOLL_SEED"] ?? "") ?? .random(in: 0 ... .max)

    @Test(
        "Installing, updating and evicting: the cache has complete versions only, and the next run needs no repair",
        .thorough("kills"))
    func device() async throws {
        let kills = Self.isThorough ? 750 : 38
        print("seed: \(Self.seed)")
        try await TestCenter.run { center in
            var random = SeededGenerator(seed: Self.seed)
            let directory = try TemporaryDirectory()
            try center.trust.anchor.root.write(to: directory.url.appending(path: "root.json"))
            let ids = ["one", "two", "three"].map { "com.example.\($0)" }
            for round in 0..<kills {
                // A newer version now and then; the mini apps take turns in a cache that has room for two.
                if round % 8 == 0 {
                    for id in ids {
                        var sample = SampleMiniApp.large(code: round + 1, files: 25)
                        sample.id = id
                        #expect(try await center.upload(sample).status == 201)
                    }
                }
                let process = try Self.install(ids[round % 3], center, directory.url)
                let pause1 = Duration.milliseconds(Int.random(in: 10...110, using: &random))
                try await Task.sleep(for: pause1)  // sleep: random kills
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                let cache = directory.url.appending(path: "device/miniapps")
                #expect(MiniAppCache.faults(in: cache).isEmpty, "round \(round), seed \(Self.seed)")
                if round % 50 == 49 { print("\(round + 1) kills of a device") }
            }
            // And the next run succeeds.
            for id in ids {
                let process = try Self.install(id, center, directory.url)
                process.waitUntilExit()
                #expect(process.terminationStatus == 0)
            }
            let cache = directory.url.appending(path: "device/miniapps")
            #expect(MiniAppCache.faults(in: cache).isEmpty)
            let opened = try MiniAppCache(directory: cache)
            #expect(try await opened.cachedMiniApps().count == 2)
            #expect(try Self.unreferenced(in: cache) == 0)
        }
    }

    private static func install(_ id: String, _ center: TestCenter, _ directory: URL) throws -> Process {
        let process = Process()
        process.executableURL = CenterProcess.binaries.appending(path: "atoll")
        process.arguments = [
            "install", id, "--center", center.address.absoluteString, "--super-app", TestTrust.superApp, "--root",
            directory.appending(path: "root.json").path, "--cache", directory.appending(path: "device").path,
            "--max-count", "2",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private static func unreferenced(in cache: URL) throws -> Int {
        let blobs = try BlobDirectory(cache.appending(path: "blobs"))
        var needed: Set<SHA256Hash> = []
        for record in try MiniAppCache.installedRecords(in: cache.appending(path: "versions")) {
            needed.insert(record.fileList)
            needed.formUnion(try FileList(decoding: blobs.read(record.fileList)!).files.map(\.sha256))
        }
        return try blobs.digests().count { !needed.contains($0) }
    }

    @Test("Publishing: acknowledged versions are there, and can be opened", .thorough("kills"))
    func publishing() async throws {
        var random = SeededGenerator(seed: Self.seed &+ 1)
        let kills = Self.isThorough ? 250 : 12
        let directory = try TemporaryDirectory()
        let (key, trust) = try await TestCenter.run(in: directory) { ($0.apiKey, $0.trust) }
        var acknowledged = 0
        for round in 0..<kills {
            let pause = Int.random(in: 0...120, using: &random)
            // Some are killed with the first version, others after one or two: however busy the machine, there are some.
            let enough = round % 3
            let before = acknowledged
            acknowledged = try await CenterProcess.run(directory.url) { address, kill in
                // The Center has the last acknowledged version, or one more that it finished at its start.
                let live = try await Self.published(address, key)
                #expect(live.code >= before, "round \(round), seed \(Self.seed)")
                var last = live
                for _ in 0..<enough {
                    last = try await Self.publish(last.code + 1, after: last.statement, address, key, trust)
                }
                let killing = Task {
                    try await Task.sleep(for: .milliseconds(pause))  // sleep: random kills
                    kill()
                }
                while let next = try? await Self.publish(last.code + 1, after: last.statement, address, key, trust) {
                    last = next
                }
                try await killing.value
                return last.code
            }
            if round % 25 == 24 { print("\(round + 1) kills of a Center, \(acknowledged) versions") }
        }
        // Nothing is damaged, unneeded blobs can be removed, and a device opens the last version.
        let center = try MiniAppCenter(
            CenterConfiguration(
                directory: directory.url, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: []),
            logger: .init(label: "test"))
        #expect(try await center.verify().isEmpty)
        _ = try await center.collectBlobs()
        #expect(try await center.collectBlobs() == 0)
        #expect(try await center.verify().isEmpty)
        let last = acknowledged
        try await CenterProcess.run(directory.url) { address in
            let folder = try TemporaryDirectory()
            let cache = try MiniAppCache(directory: folder.url.appending(path: "miniapps"))
            let catalog = MiniAppCatalog(
                center: address, cache: cache,
                releases: try TrustedReleases(
                    directory: folder.url.appending(path: "trust"), anchor: trust.anchor, host: TestTrust.host,
                    center: address, transport: HTTPCatalogTransport()),
                transport: HTTPCatalogTransport()
            ) { nil }
            let loaded = try await catalog.load(MiniAppID("com.example.sample")!)
            #expect(loaded.miniApp.manifest.version.code >= last)
        }
    }

    private struct Published {
        var code: Int
        var statement: SHA256Hash?
    }

    private static func published(_ address: URL, _ key: String) async throws -> Published {
        struct Versions: Decodable {
            struct Version: Decodable { let version: Manifest.Version }
            let versions: [Version]
            let statements: [Data]
        }
        let versions = try JSONDecoder().decode(Versions.self, from: try await send("GET", "versions", address, key))
        return Published(
            code: versions.versions.first?.version.code ?? 0,
            statement: versions.statements.first.map { SHA256Hash(of: $0) })
    }

    /// Publishes a version.
    ///
    /// - Returns: The version, if the Center has acknowledged it.
    private static func publish(
        _ code: Int, after previous: SHA256Hash?, _ address: URL, _ key: String, _ trust: TestTrust
    ) async throws -> Published {
        let sample = SampleMiniApp.large(code: code, files: 10)
        let package = try MiniAppPackage(archive: sample.archive)
        let statement = try trust.statement(about: package, previous: previous)
        _ = try await send("POST", "versions", address, key, body: sample.archive, statement: statement)
        return Published(code: code, statement: statement.digest)
    }

    private static func send(
        _ method: String, _ path: String, _ address: URL, _ key: String, body: Data? = nil,
        statement: SignedStatement? = nil
    ) async throws -> Data {
        var request = URLRequest(url: address.appending(path: "v1/miniapps/com.example.sample/\(path)"))
        request.httpMethod = method
        request.httpBody = body
        request.timeoutInterval = 30
        request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        if let statement {
            let text = Data(statement.json.readableBytes).base64EncodedString()
            request.setValue(text, forHTTPHeaderField: "Atoll-Statement")
        }
        let (data, response) = try await URLSession.shared.answer(to: request)
        guard (200..<300).contains(response.statusCode) else {
            throw CatalogError.invalidResponse(String(decoding: data, as: UTF8.self))
        }
        return data
    }
}
