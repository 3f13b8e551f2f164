import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog

@Suite("Without the Center")
struct OfflineTests {
    private static let id = MiniAppID("com.example.sample")!

    /// Responds while it is switched on.
    private final class Switch: CatalogTransport, @unchecked Sendable {
        // Safe: `isOn` is only accessed while `lock` is held.
        private let lock = NSLock()
        private var isOn = true
        private let base = HTTPCatalogTransport()

        func turn(on: Bool) { lock.withLock { isOn = on } }

        func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            guard lock.withLock({ isOn }) else { throw .network("no way") }
            return try await base.get(request)
        }
    }

    @Test(
        "A cached version opens for as long as the policy allows, and says since when it is offline",
        arguments: BackEnd.allCases)
    func opens(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let date = TestDate(Date())
            let transport = Switch()
            func catalog(days: Int = 30) throws -> MiniAppCatalog {
                MiniAppCatalog(
                    center: center.address,
                    cache: try MiniAppCache(directory: directory.url.appending(path: "cache"), now: { date.now }),
                    releases: try TrustedReleases(
                        directory: directory.url.appending(path: "trust"), anchor: center.trust.anchor,
                        host: HostIdentity(superApp: TestTrust.superApp, version: "1"), center: center.address,
                        transport: transport, offline: OfflinePolicy(maxDays: days), now: { date.now }),
                    transport: transport
                ) { nil }
            }
            transport.turn(on: false)
            await #expect(throws: CatalogError.network("no way")) { try await catalog().load(Self.id) }
            transport.turn(on: true)
            #expect(try await catalog().load(Self.id).origin == .current)
            let heard = Date(timeIntervalSince1970: date.now.timeIntervalSince1970.rounded(.down))
            transport.turn(on: false)
            for days in [0.01, 10, 19.9] {
                date.advance(days: days)
                // A new process each time.
                let loaded = try await catalog().load(Self.id)
                #expect(loaded.origin == .offline(since: heard))
                #expect(loaded.miniApp.manifest.name == "Sample")
            }
            date.advance(days: 0.2)
            await #expect(throws: CatalogError.offlineTooLong(since: heard)) { try await catalog().load(Self.id) }
            await #expect(throws: CatalogError.offlineTooLong(since: heard)) {
                try await catalog(days: 0).load(Self.id)
            }
            // The publisher's statement has its own expiry.
            date.advance(days: 800)
            await #expect(throws: CatalogError.self) { try await catalog(days: 2_000).load(Self.id) }
        }
    }

    @Test("A version below a floor that was seen does not open from the cache either", arguments: BackEnd.sample(1))
    func floor(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let transport = Switch()
            let releases = try center.releases(in: directory.url.appending(path: "trust"), transport: transport)
            let catalog = MiniAppCatalog(
                center: center.address, cache: try MiniAppCache(directory: directory.url.appending(path: "cache")),
                releases: releases, transport: transport
            ) { nil }
            _ = try await catalog.load(Self.id)
            try await center.ceremony {
                try $0.set(
                    PublisherFile(TestTrust.publisher, keys: [center.trust.publisherKey.key], floors: [Self.id: 2]))
            }
            let later = try center.releases(in: directory.url.appending(path: "trust"), transport: transport)
            await #expect(throws: CatalogError.notAccepted(.belowFloor(code: 1, floor: 2))) {
                try await later.release(of: Self.id)
            }
            transport.turn(on: false)
            let offline = MiniAppCatalog(
                center: center.address, cache: try MiniAppCache(directory: directory.url.appending(path: "cache")),
                releases: later, transport: transport
            ) { nil }
            await #expect(throws: CatalogError.notAccepted(.belowFloor(code: 1, floor: 2))) {
                try await offline.load(Self.id)
            }
        }
    }

    @Test("The review team can reset floors, even one that no version can reach", arguments: BackEnd.sample(0))
    func epochs(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let trust = directory.url.appending(path: "trust")
            func set(_ floors: [MiniAppID: Int], epoch: Int) async throws {
                try await center.ceremony {
                    try $0.set(
                        PublisherFile(
                            TestTrust.publisher, keys: [center.trust.publisherKey.key], floors: floors,
                            floorsEpochs: [Self.id: epoch]))
                }
            }
            func code() async throws -> Int {
                try await center.releases(in: trust).release(of: Self.id).statement.version.code
            }
            #expect(try await code() == 1)
            try await set([Self.id: 2_147_483_647], epoch: 0)
            await #expect(throws: CatalogError.notAccepted(.belowFloor(code: 1, floor: 2_147_483_647))) {
                try await code()
            }
            // Lowering it in the same epoch changes nothing for a device that has seen it.
            try await set([:], epoch: 0)
            await #expect(throws: CatalogError.notAccepted(.belowFloor(code: 1, floor: 2_147_483_647))) {
                try await code()
            }
            try await set([:], epoch: 1)
            #expect(try await code() == 1)
            // The new epoch's floor is stored: an older file does not restore the old floor.
            try await set([Self.id: 2], epoch: 1)
            await #expect(throws: CatalogError.notAccepted(.belowFloor(code: 1, floor: 2))) { try await code() }
            try await set([:], epoch: 0)
            await #expect(throws: CatalogError.notAccepted(.belowFloor(code: 1, floor: 2))) { try await code() }
        }
    }
}
