import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Featured periods")
struct FeaturedTests {
    private static let path = "/v1/superapps/\(TestTrust.superApp)/featured"

    private struct Shown: Decodable, Equatable {
        let miniApp: String
        let state: String
    }

    private static func period(_ id: String, _ from: TimeInterval, _ to: TimeInterval) -> String {
        // Whole seconds, so that what is read is what was written.
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        func text(_ offset: TimeInterval) -> String {
            ISO8601DateFormatter().string(from: now.addingTimeInterval(offset))
        }
        return #"{"miniApp": "\#(id)", "from": "\#(text(from))", "to": "\#(text(to))"}"#
    }

    private static func shown(_ center: TestCenter, _ path: String) async throws -> [Shown] {
        let answer = try await center.send("GET", path, as: center.apiKey, nil)
        return try JSONDecoder().decode([Shown].self, from: answer.body)
    }

    @Test("A period is scheduled, active and completed, or cancelled before its end", arguments: BackEnd.allCases)
    func states(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let (a, b) = (Self.period("com.example.a", -60, 3_600), Self.period("com.example.b", 3_600, 7_200))
            let c = Self.period("com.example.c", -60, 7_200)
            #expect(try await center.send("PUT", Self.path, as: center.apiKey, "[\(a), \(b), \(c)]").status == 204)
            #expect(
                try await Self.shown(center, Self.path) == [
                    Shown(miniApp: "com.example.a", state: "active"),
                    Shown(miniApp: "com.example.b", state: "scheduled"),
                    Shown(miniApp: "com.example.c", state: "active"),
                ])
            // Omitted periods are canceled; and a single one can be canceled.
            #expect(try await center.send("PUT", Self.path, as: center.apiKey, "[\(b), \(a)]").status == 204)
            let cancel = a.replacing(/, "to".*$/, with: "}")
            #expect(try await center.send("POST", Self.path + "/cancel", as: center.apiKey, cancel).status == 204)
            #expect(try await center.send("POST", Self.path + "/cancel", as: center.apiKey, cancel).status == 404)
            #expect(
                try await Self.shown(center, Self.path + "/past") == [
                    Shown(miniApp: "com.example.a", state: "cancelled"),
                    Shown(miniApp: "com.example.c", state: "cancelled"),
                ])
            // Time goes by.
            try await center.execute("UPDATE featured SET ends = 1000, starts = 500")
            #expect(try await Self.shown(center, Self.path) == [Shown(miniApp: "com.example.b", state: "completed")])
            try await center.people.store.change(by: .system) { try $0.keepUpFeatured() }
            #expect(try await Self.shown(center, Self.path).isEmpty)
            #expect(try await Self.shown(center, Self.path + "/past").first?.state == "completed")
            let actions = try await center.people.store.read {
                try AuditLog.entries(AuditFilter(), before: nil, limit: 10, $0.session).map(\.action)
            }.filter { $0.hasPrefix("featured:") }
            #expect(actions == ["featured:cancel", "featured:set", "featured:cancel", "featured:set"])
        }
    }

    private static func status(_ center: TestCenter, _ method: String, _ path: String, _ body: String) async throws
        -> Int
    {
        try await center.send(method, path, as: center.apiKey, body).status
    }

    @Test("Bad periods are refused, and change nothing", arguments: BackEnd.sample(1))
    func bad(_ backEnd: BackEnd) async throws {
        let good = Self.period("com.example.a", -60, 3_600)
        let over = Self.period("com.example.b", -7_200, -3_600)
        let reversed = Self.period("com.example.b", 60, 30)
        let many = Array(repeating: good, count: 201).joined(separator: ",")
        try await TestCenter.run(on: backEnd) { center in
            #expect(try await Self.status(center, "PUT", Self.path, "[\(good)]") == 204)
            let lists = [
                "[\(good), \(good)]", "[\(over)]", "[\(reversed)]", "[\(many)]", #"[{"miniApp": "x"}]"#, "{}", "[null]",
            ]
            for list in lists {
                let status = try await Self.status(center, "PUT", Self.path, list)
                #expect(status == 400, "\(list.prefix(99))")
            }
            let cancellations = ["{}", #"{"miniApp": "com.example.a"}"#, #"{"miniApp": "com.example.a", "from": 5}"#]
            for cancellation in cancellations {
                let status = try await Self.status(center, "POST", Self.path + "/cancel", cancellation)
                #expect(status == 400, "\(cancellation)")
            }
            let left = try await Self.shown(center, Self.path)
            #expect(left.count == 1)
        }
    }

    @Test(
        "One is added behind or before the others, and none overlaps another of its mini app",
        arguments: BackEnd.sample(0))
    func added(_ backEnd: BackEnd) async throws {
        let (a, b) = (Self.period("com.example.a", -60, 3_600), Self.period("com.example.b", 60, 3_600))
        let (overlapping, next) = (Self.period("com.example.a", 0, 60), Self.period("com.example.a", 3_600, 7_200))
        try await TestCenter.run(on: backEnd) { center in
            #expect(try await Self.status(center, "POST", Self.path, a) == 204)
            let first = b.replacing(/}$/, with: #", "isFirst": true}"#)
            #expect(try await Self.status(center, "POST", Self.path, first) == 204)
            #expect(try await Self.status(center, "POST", Self.path, overlapping) == 400)
            #expect(try await Self.status(center, "POST", Self.path, Self.period("com.example.c", -60, -30)) == 400)
            #expect(try await Self.status(center, "POST", Self.path, next) == 204)
            let ids = try await Self.shown(center, Self.path).map(\.miniApp)
            #expect(ids == ["com.example.b", "com.example.a", "com.example.a"])
            // No period is lost when many are added together.
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<8 {
                    let period = Self.period("com.example.more\(number)", 60, 120)
                    group.addTask { try await Self.status(center, "POST", Self.path, period) }
                }
                for try await status in group { #expect(status == 204) }
            }
            let all = try await Self.shown(center, Self.path)
            #expect(all.count == 11)
            let rows = try await center.people.store.read {
                try AuditLog.entries(AuditFilter(), before: nil, limit: 1, $0.session)
            }
            #expect(rows.first?.before == "10 periods" && rows.first?.after == "11 periods")
        }
    }

    @Test(
        "A period that is over may be sent again with the others, and is written down once", arguments: BackEnd.allCases
    )
    func sentAgain(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let now = Date()
            let over = FeaturedMiniApp(miniApp: MiniAppID("com.example.a")!, from: now - 100, to: now - 50)
            try await center.center.store.setFeatured([over], of: TestTrust.superApp, at: now - 80)
            let text = Self.period("com.example.b", 0, 3_600)
            func time(_ date: Date) -> String { ISO8601DateFormatter().string(from: date) }
            let ended = #"{"miniApp": "com.example.a", "from": "\#(time(over.from))", "to": "\#(time(over.to))"}"#
            for _ in 0..<3 {
                #expect(try await Self.status(center, "PUT", Self.path, "[\(ended), \(text)]") == 204)
            }
            let (current, past) = (
                try await Self.shown(center, Self.path), try await Self.shown(center, Self.path + "/past")
            )
            #expect(current == [Shown(miniApp: "com.example.b", state: "active")])
            #expect(past == [Shown(miniApp: "com.example.a", state: "completed")])
        }
    }

    @Test("The last 200 periods that are over are kept", arguments: BackEnd.sample(1))
    func past(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let now = Date()
            let app = MiniAppID("com.example.a")!
            try await center.center.store.setFeatured(
                (0..<150).map { FeaturedMiniApp(miniApp: app, from: now, to: now + Double($0 + 100)) },
                of: TestTrust.superApp, at: now)
            try await center.center.store.setFeatured(
                (0..<150).map { FeaturedMiniApp(miniApp: app, from: now, to: now + Double($0 + 1_000)) },
                of: TestTrust.superApp, at: now)
            try await center.center.store.setFeatured([], of: TestTrust.superApp, at: now + 5_000)
            let past = try await Self.shown(center, Self.path + "/past")
            #expect(past.count == 200 && past.count(where: { $0.state == "completed" }) == 150)
        }
    }

    @Test("A period has whole seconds of days that there are", arguments: BackEnd.allCases.prefix(1))
    func times(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { (center: TestCenter) async throws in
            for (from, to) in [
                ("2037-09-20T08:15:29.5Z", "2037-09-20T08:15:29.7Z"), ("2037-02-30T00:00:00Z", "2037-03-05T00:00:00Z"),
                ("2037-01-01T00:00:00Z", "2037-01-01T24:00:00Z"), ("2037-01-01T00:00:00Z", "2037-01-01T00:00:60Z"),
                ("99999-01-01T00:00:00Z", "99999-01-02T00:00:00Z"), ("2037-01-01", "2037-01-02"),
            ] {
                let body = #"{"miniApp": "com.example.a", "from": "\#(from)", "to": "\#(to)"}"#
                #expect(try await center.send("POST", Self.path, as: center.apiKey, body).status == 400, "\(from)")
            }
            #expect(try await Self.shown(center, Self.path).isEmpty)
        }
    }
}
