#if canImport(AtollCenterPostgres)
import AtollPackages
import AtollTestSupport
import Foundation
import NIOConcurrencyHelpers
import AtollPostgres
import Testing

@testable import AtollCenter
@testable import AtollCenterPostgres

@Suite("A database that fails over to its standby", .serialized)
struct SharedFailoverTests {
    private static let id = MiniAppID("com.example.sample")!

    private struct Seen {
        var access: [Int] = []
        var code = 0
        /// When something was acknowledged last, and for the first time after the promotion.
        var promoted: ContinuousClock.Instant?
        var first: ContinuousClock.Instant?

        mutating func acknowledge() {
            if promoted != nil, first == nil { first = .now }
        }
    }

    private static func run(
        _ body: @Sendable @escaping (PostgresPair, TestCenter, SharedStorage) async throws -> Void
    ) async throws {
        let pair = try PostgresPair()
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage(server: pair.hosts)
        try await storage.takeOver(TestTrust(in: directory.url))
        try await TestCenter.run(in: directory, stores: storage.stores()) { try await body(pair, $0, storage) }
    }

    @Test(
        "With a synchronous standby nothing acknowledged is lost, and work goes on without a restart",
        .thorough("failover"))
    func synchronous() async throws {
        try await Self.run { pair, center, _ in
            let seen = NIOLockedValueBox(Seen())
            let work = Task {
                await withTaskGroup(of: Void.self) { group in
                    for part in 0..<3 {
                        group.addTask {
                            var number = part
                            while !Task.isCancelled {
                                let answer = try? await center.put(
                                    "/v1/miniapps/com.example.n\(number)/access", #"{"roles": ["r\#(number)"]}"#)
                                if answer?.status == 204 {
                                    seen.withLockedValue { [number] seen in
                                        seen.access.append(number)
                                        seen.acknowledge()
                                    }
                                }
                                number += 3
                                try? await Task.sleep(for: .milliseconds(10))  // sleep: the pause between two requests
                            }
                        }
                    }
                    group.addTask {
                        while !Task.isCancelled {
                            let code = ((try? await center.center.store.lastCode(of: Self.id)) ?? nil ?? 0) + 1
                            let sample = SampleMiniApp(id: Self.id.rawValue, code: code)
                            if (try? await center.upload(sample))?.status == 201 {
                                seen.withLockedValue { seen in
                                    seen.code = code
                                    seen.acknowledge()
                                }
                            }
                        }
                    }
                }
            }
            try await until("too little was acknowledged") {
                seen.withLockedValue { $0.access.count > 50 && $0.code > 0 }
            }
            try pair.tell(.kill)
            try pair.tell(.promote)
            seen.withLockedValue { $0.promoted = .now }
            try await until("nothing is acknowledged after the promotion") { seen.withLockedValue { $0.first != nil } }
            work.cancel()
            await work.value
            let result = seen.withLockedValue { $0 }
            let (promoted, first) = (try #require(result.promoted), try #require(result.first))
            let gap = promoted.duration(to: first)
            print("Work went on \(gap) after the promotion.")
            for number in result.access {
                let roles = try await center.center.store.roles(of: MiniAppID("com.example.n\(number)")!)
                #expect(roles == ["r\(number)"], "the acknowledged change \(number) was lost")
            }
            let codes = try await center.center.store.versions(of: Self.id).map(\.listing.version.code)
            #expect(result.code > 0 && codes.contains(result.code))
            let releases = try center.releases(in: TemporaryDirectory().url)
            #expect(try await releases.release(of: Self.id).statement.version.code >= result.code)
            if TestLength.isLong { print("\(result.access.count) changes, version \(result.code), gap \(gap)") }
        }
    }

    @Test(
        "A failover that has lost the last transactions is noticed, and nothing is signed until the operator decides",
        .thorough("failover"))
    func lostTail() async throws {
        try await Self.run { pair, center, storage in
            #expect(try await center.upload(SampleMiniApp()).status == 201)
            try pair.tell(.asynchronous)
            try pair.tell(.detach)
            let lost = try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 2))
            #expect(lost.status == 201, "\(lost)")
            let device = try TemporaryDirectory()
            #expect(try await center.releases(in: device.url).release(of: Self.id).statement.version.code == 2)
            try pair.tell(.kill)
            try pair.tell(.promote)
            #expect(try await center.center.store.versions(of: Self.id).count == 1, "the standby has lost version 2")
            let pool = PostgresPool(storage.database)
            let before = try await pool.read { try SharedRepository.head($0)?.number }
            let answer = try await center.upload(SampleMiniApp(id: "com.example.next"))
            #expect(answer.status == 503 && answer.member("rule") == "lost-transactions", "\(answer)")
            #expect(try await pool.read { try SharedRepository.head($0)?.number } == before)
            try await until("/ready does not say so") {
                let ready = try await center.send("GET", "/ready")
                return String(decoding: ready.body, as: UTF8.self).contains("transactions")
            }
            _ = try await SharedRepository(pool, storage.database, storage.objects).advance()
            try await center.center.compareWithRepository()
            let third = try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 3))
            #expect(third.status == 201, "\(third)")
            // It may be announced before it is uploaded again.
            let next = try await center.upload(SampleMiniApp(id: "com.example.next"))
            #expect(next.status == 201 || next.member("rule") == "code-not-higher", "\(next)")
            #expect(try await center.releases(in: device.url).release(of: Self.id).statement.version.code == 3)
            await pool.close()
        }
    }
}
#endif
