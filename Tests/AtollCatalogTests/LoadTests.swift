import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog
@testable import AtollCenter

@Suite("Loading")
struct LoadTests {
    private static let id = MiniAppID("com.example.sample")!

    /// Cuts off packs after a number of bytes, a number of times, and records the requests.
    private actor CuttingTransport: CatalogTransport {
        private let base = HTTPCatalogTransport()
        private var cuts: [Int]
        private(set) var offsets: [Int] = []
        private(set) var received = 0

        init(cuts: [Int]) {
            self.cuts = cuts
        }

        func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            try await base.get(request)
        }

        private func begin(_ request: CatalogRequest) -> Int {
            offsets.append(request.offset)
            return cuts.isEmpty ? .max : cuts.removeFirst()
        }

        private func count(_ bytes: Int) { received += bytes }

        nonisolated func stream(
            _ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void
        ) async throws(CatalogError) {
            var left = await begin(request)
            var received = 0
            do throws(CatalogError) {
                try await base.stream(request) { chunk in
                    guard case .bytes(let data) = chunk else { return try take(chunk) }
                    try take(.bytes(Data(data.prefix(left))))
                    received += min(left, data.count)
                    left -= data.count
                    if left <= 0 { throw CatalogError.network("cut") }
                }
            } catch {
                await count(received)
                throw error
            }
            await count(received)
        }
    }

    private final class Progress: @unchecked Sendable {
        // Safe: only accessed while `lock` is held.
        private let lock = NSLock()
        private var numbers: [LoadProgress] = []

        func note(_ progress: LoadProgress) { lock.withLock { numbers.append(progress) } }
        var all: [LoadProgress] { lock.withLock { numbers } }
    }

    @Test("Progress counts the received bytes of files, up to all of them", arguments: BackEnd.allCases)
    func progress(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let directory = try TemporaryDirectory()
            try await center.upload(.large())
            let device = try TestDevice(center, directory.url)
            let progress = Progress()
            let loaded = try await device.catalog.load(Self.id) { progress.note($0) }
            let numbers = progress.all
            let unique = Dictionary(loaded.miniApp.list.files.map { ($0.sha256, $0.length) }) { first, _ in first }
            let bytes = unique.values.reduce(0, +)
            #expect(numbers.last == LoadProgress(received: bytes, expected: bytes))
            #expect(numbers.map(\.received) == numbers.map(\.received).sorted())
            // From the cache, there is nothing to receive.
            let again = Progress()
            _ = try await device.catalog.load(Self.id) { again.note($0) }
            #expect(again.all.isEmpty)
        }
    }

    @Test(
        "A transfer that was cut off resumes where it stopped, within a load and after it",
        arguments: BackEnd.sample(1))
    func resumes(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let directory = try TemporaryDirectory()
            try await center.upload(.large(files: 40, bytes: 8_000))
            // Twice within one load.
            let twice = CuttingTransport(cuts: [60_000, 50_000])
            let device = try TestDevice(center, directory.url.appending(path: "a"), transport: twice)
            _ = try await device.open(Self.id)
            let offsets = await twice.offsets
            #expect(offsets.count == 3 && offsets[0] == 0 && offsets[1] > 40_000 && offsets[2] > offsets[1] + 40_000)
            let whole = try await HTTPCatalogTransport().get(
                CatalogRequest(
                    center.address.appending(path: "v1/packs/\(device.catalog.load(Self.id).miniApp.digest)"),
                    limit: 1_000_000)
            ).body.count
            // Less than one file was received again at each cut.
            #expect(await twice.received < whole + 2 * 5_000)

            // Three times: the load fails, and the next one fetches what is missing.
            let thrice = CuttingTransport(cuts: [60_000, 30_000, 30_000])
            let other = try TestDevice(center, directory.url.appending(path: "b"), transport: thrice)
            await #expect(throws: CatalogError.network("cut")) { try await other.open(Self.id) }
            #expect(other.faults.isEmpty)
            #expect(try await other.catalog.cache.cachedMiniApps().isEmpty)
            let progress = Progress()
            _ = try await other.catalog.load(Self.id) { progress.note($0) }
            let expected = try #require(progress.all.last?.expected)
            #expect(expected < 40 * 8_000 - 150_000 && expected > 50_000)
        }
    }

    @Test(
        "Cache first opens the cached version immediately, and the update the next time, with a notice",
        arguments: BackEnd.sample(0))
    func cacheFirst(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let directory = try TemporaryDirectory()
            try await center.upload(.large(code: 1))
            let transport = CountingTransport(base: HTTPCatalogTransport())
            let device = try TestDevice(center, directory.url, policy: .cacheFirst, transport: transport)
            let first = try await device.open(Self.id)
            #expect(first.origin == .current && first.notice == nil)
            try await center.upload(.large(code: 2))
            let second = try await device.open(Self.id)
            #expect(second.miniApp.manifest.version.code == 1)
            guard case .cached = second.origin else { return #expect(Bool(false), "\(second.origin)") }
            // The newer one is fetched on its own.
            try await until("the newer version is not fetched") {
                try await device.catalog.cache.cachedMiniApps().first?.version.code == 2
            }
            let third = try await device.open(Self.id)
            #expect(third.miniApp.manifest.version.code == 2)
            #expect(third.notice == .updated(from: .init(code: 1, name: "1.0.1")))
            #expect(try await device.open(Self.id).notice == nil)
        }
    }

    @Test("Prefetching stays within its budget, and cached files cost nothing", arguments: BackEnd.sample(1))
    func prefetch(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let directory = try TemporaryDirectory()
            var ids: [MiniAppID] = []
            for name in ["a", "b", "c"] {
                var sample = SampleMiniApp(id: "com.example.\(name)")
                sample.files["common/\(name).txt"] = SampleMiniApp.text(
                    name == "b" ? 60_000 : 20_000, seed: UInt64(ids.count))
                #expect(try await center.upload(sample).status == 201)
                ids.append(MiniAppID(sample.id)!)
            }
            let device = try TestDevice(center, directory.url)
            let absent = MiniAppID("com.example.absent")!
            let outcomes = await device.catalog.prefetch(ids + [absent], budget: 50_000)
            guard case .cached(let first)? = outcomes[ids[0]], case .overBudget(let second)? = outcomes[ids[1]],
                case .cached? = outcomes[ids[2]]
            else { return #expect(Bool(false), "\(outcomes)") }
            #expect((20_000..<21_000).contains(first) && (60_000..<61_000).contains(second))
            #expect(outcomes[absent] == .failed(.notAccepted(.noRelease(absent))))
            #expect(try await device.catalog.cache.cachedMiniApps().map(\.id) == [ids[0], ids[2]])
            #expect(await device.catalog.prefetch([ids[0]], budget: 0) == [ids[0]: .cached(fetched: 0)])
        }
    }

    @Test(
        "A version that does not become ready twice is set aside, and the one before it runs, even after a restart",
        arguments: BackEnd.sample(0))
    func setAside(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let directory = try TemporaryDirectory()
            try await center.upload(.large(code: 1))
            var device = try TestDevice(center, directory.url, readyWithin: .milliseconds(50))
            func start() async throws -> LoadedMiniApp {
                let loaded = try await device.open(Self.id)
                await device.catalog.started(loaded.miniApp)
                return loaded
            }
            await device.catalog.becameReady(try await start().miniApp)
            try await center.upload(.large(code: 2))
            #expect(try await start().notice == .updated(from: .init(code: 1, name: "1.0.1")))
            try await until("the time to become ready does not end") {
                await device.catalog.cache.history(of: Self.id).failures == 1
            }
            // One failure is not enough.
            #expect(try await start().miniApp.manifest.version.code == 2)
            // The app ends before the time is up; an interrupted start counts.
            device = try TestDevice(center, directory.url, readyWithin: .seconds(60))
            let third = try await start()
            #expect(third.miniApp.manifest.version.code == 1)
            #expect(third.notice == .setAside(newer: .init(code: 2, name: "1.0.2")))
            // A newer version is tried, and once it is ready the others are removed.
            try await center.upload(.large(code: 3))
            let fourth = try await start()
            #expect(fourth.miniApp.manifest.version.code == 3)
            await device.catalog.becameReady(fourth.miniApp)
            #expect(try await device.catalog.cache.cachedMiniApps().map(\.version.code) == [3])
        }
    }

    @Test("A version below the floor is no fallback", arguments: BackEnd.sample(1))
    func floor(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let directory = try TemporaryDirectory()
            try await center.upload(.large(code: 1))
            let device = try TestDevice(center, directory.url, readyWithin: .seconds(60))
            await device.catalog.becameReady(try await device.open(Self.id).miniApp)
            let sample = SampleMiniApp.large(code: 2)
            let package = try MiniAppPackage(archive: sample.archive)
            let previous = try await center.center.store.lastStatement(of: Self.id)
            let answer = try await center.send(
                "POST", "/v1/miniapps/\(sample.id)/versions", token: center.apiKey, body: sample.archive,
                statement: center.trust.statement(about: package, previous: previous, floor: 2))
            #expect(answer.status == 201)
            for _ in 0..<2 {
                let loaded = try await device.open(Self.id)
                await device.catalog.started(loaded.miniApp)
                await device.catalog.failed(loaded.miniApp)
            }
            let loaded = try await device.open(Self.id)
            #expect(loaded.miniApp.manifest.version.code == 2 && loaded.notice == nil)
        }
    }

    @Test("A first load takes at most seven rounds of requests", arguments: BackEnd.sample(0))
    func rounds(_ backEnd: BackEnd) async throws {
        /// Counts rounds of requests: those that run at the same time belong to one round.
        actor Rounds: CatalogTransport {
            private let base = HTTPCatalogTransport()
            private(set) var longest = 0
            private var depth = 0

            func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
                // Each request is one round after the last of those that had ended when it began.
                let round = depth + 1
                let response = try await base.get(request)
                // With 60 ms for each, the requests of one round overlap.
                try? await Task.sleep(for: .milliseconds(60))  // sleep: makes requests of one round overlap
                depth = max(depth, round)
                longest = depth
                return response
            }
        }
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(.large())
            var longest: [Int] = []
            // A request that begins late on a busy machine counts as a round more, never as one less.
            repeat {
                let transport = Rounds()
                let device = try TestDevice(center, TemporaryDirectory().url, transport: transport)
                _ = try await device.open(Self.id)
                longest.append(await transport.longest)
            } while (longest.min() ?? 0) > 7 && longest.count < 20
            #expect(try #require(longest.min()) <= 7, "\(longest)")
        }
    }
}
