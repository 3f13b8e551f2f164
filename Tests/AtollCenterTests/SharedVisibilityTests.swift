#if canImport(AtollCenterPostgres)
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterPostgres

@Suite("What one Center acknowledges, the other shows")
struct SharedVisibilityTests {
    private static let id = MiniAppID("com.example.sample")!

    @Test("Details, access, versions and keys are seen, 99 of 100 within a second")
    func visible() async throws {
        let count = TestLength.of(short: 24, long: 1_000)
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage()
        try await storage.takeOver(TestTrust(in: directory.url))
        let times = try await TestCenter.run(in: directory, stores: storage.stores()) { one in
            try await TestCenter.run(in: directory, stores: storage.stores()) { other in
                try await one.upload(SampleMiniApp())
                var times: [Duration] = []
                for round in 0..<count { times.append(try await Self.change(round, one, other)) }
                return times.sorted()
            }
        }
        // cannot trap: a number of rounds.
        let late = times[Int((Double(times.count) * 0.99).rounded(.up)) - 1]
        if TestLength.isLong {
            #expect(late < .seconds(1), "99 of 100 were seen within \(late)")
            print("seen: p50 \(times[times.count / 2]), p99 \(late), last \(times[times.count - 1])")
        }
    }

    /// Makes a change at one Center, and measures how long the other one answers as before.
    private static func change(_ round: Int, _ one: TestCenter, _ other: TestCenter) async throws -> Duration {
        switch round % 4 {
        case 0:
            _ = try await one.put("/v1/miniapps/\(id)/details", #"{"tags": ["t\#(round)"]}"#)
            let token = try await other.token(roles: ["Sales"])
            return try await time {
                let found = try await other.send("GET", "/v1/miniapps?tag=t\(round)", token: token)
                return String(decoding: found.body, as: UTF8.self).contains("com.example.sample")
            }
        case 1:
            let isClosed = round % 8 == 1
            let roles = isClosed ? #"{"roles": ["Sales"]}"# : #"{"roles": []}"#
            _ = try await one.put("/v1/miniapps/\(id)/access", roles)
            let token = try await other.token()
            return try await time {
                let status = try await other.send("GET", "/v1/miniapps/\(id)", token: token).status
                return status == (isClosed ? 404 : 200)
            }
        case 2:
            let listed = try await one.center.store.lastCode(of: id) ?? 0
            #expect(try await one.upload(SampleMiniApp(id: "com.example.sample", code: listed + 1)).status == 201)
            let start = ContinuousClock.now
            while try await other.center.repository.descriptor(of: id)?.releases.first
                .map({ try ReleaseStatement(parsing: $0.statement.bytes).version.code }) != listed + 1
            { try await Task.sleep(for: Waiting.pause) }  // sleep: the pause of a poll
            return start.duration(to: .now)
        default:
            let key = try await one.center.apiKeys.create(
                for: TestTrust.publisher, scopes: [.access], expires: Date().addingTimeInterval(60))
            let path = "/v1/miniapps/\(id)/versions"
            let before = try await other.send("GET", path, token: key.text).status
            _ = try await one.center.apiKeys.revoke(key.key.id)
            #expect(before == 403)
            return try await time { try await other.send("GET", path, token: key.text).status == 401 }
        }
    }

    private static func time(until condition: () async throws -> Bool) async throws -> Duration {
        let start = ContinuousClock.now
        while try await !condition() {
            try #require(start.duration(to: .now) < Waiting.limit, "it was never seen")
            try await Task.sleep(for: Waiting.pause)  // sleep: the pause of a poll
        }
        return start.duration(to: .now)
    }
}
#endif
