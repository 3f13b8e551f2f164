import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import SQLStatements
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Usage at the Center")
struct UsageTests {
    private static let id = MiniAppID(PeopleBench.app)!

    private static func row(
        _ counts: [String: Int], _ bench: PeopleBench, code: Int = 1, age: Int = 0, people: [String] = []
    ) -> UsageReport.Row {
        var row = UsageReport.Row(day: Int(bench.now.timeIntervalSince1970) / 86_400 - age, miniApp: id, code: code)
        row.counts = counts
        if !people.isEmpty {
            var sketch = PeopleSketch()
            for person in people { sketch.add(SHA256Hash(of: Data(person.utf8))) }
            row.people = sketch
        }
        return row
    }

    @discardableResult
    private static func send(
        _ rows: [UsageReport.Row], _ bench: PeopleBench, id: String? = nil, isForAll: Bool = true,
        superApp: String = PeopleBench.superApp
    ) async throws -> Bool {
        let id = id ?? UUID().uuidString.replacing("-", with: "").lowercased()
        return try await bench.store.change(by: .system) {
            try $0.add(UsageReport(id: id, platform: "web", rows: rows), of: superApp, isForAll: isForAll)
        }
    }

    private static func counts(_ bench: PeopleBench) async throws -> [String: Int] {
        let today = Int(bench.now.timeIntervalSince1970) / 86_400
        let rows = try await bench.store.read {
            try $0.usage(UsageFilter(miniApp: id, superApp: nil, code: nil, days: 0...today))
        }
        return Dictionary(rows.map { ("\($0.code) \($0.name)", $0.count) }, uniquingKeysWith: +)
    }

    private static func run(on backEnd: BackEnd, _ body: @Sendable (PeopleBench) async throws -> Void) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await body(bench)
        }
    }

    @Test("Reports are added up; one that arrives twice counts once", arguments: BackEnd.allCases)
    func addsUp(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await bench.release(1)
            let id = String(repeating: "a", count: 32)
            let row = Self.row(["opens": 7, "readyTime:3": 2], bench, people: ["a", "b"])
            #expect(try await Self.send([row], bench, id: id))
            #expect(try await !Self.send([row], bench, id: id))
            try await Self.send([Self.row(["opens": 3], bench, people: ["b", "c"])], bench)
            // Counts of an unknown version are dropped.
            try await Self.send([Self.row(["opens": 3], bench, code: 9)], bench)
            // Nor of another super app's.
            try await Self.send([Self.row(["opens": 100], bench)], bench, superApp: "com.evil.app")
            #expect(try await Self.counts(bench) == ["1 opens": 10, "1 readyTime:3": 2])
            let today = Int(bench.now.timeIntervalSince1970) / 86_400
            let people = try await bench.store.read {
                try $0.usagePeople(UsageFilter(miniApp: Self.id, superApp: nil, code: nil, days: 0...today))
            }
            #expect(people.map(\.count) == [3])
        }
    }

    @Test("A long report is added up in parts, each once", arguments: BackEnd.sample(1))
    func parts(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await bench.release(1)
            let rows = (0..<20).map { age in
                let names = (0..<40).map { ("call:m\($0) ok", 2) } + [("opens", 3)]
                return Self.row(Dictionary(names, uniquingKeysWith: +), bench, age: age)
            }
            let report = UsageReport(id: String(repeating: "b", count: 32), platform: "web", rows: rows)
            let parts = report.parts
            #expect(parts.flatMap(\.rows) == rows && parts.count == 4 && Set(parts.map(\.id)).count == 4)
            #expect(parts == report.parts)
            #expect(UsageReport(id: report.id, platform: "web", rows: [rows[0]]).parts.map(\.id) == [report.id])
            // The Center stops after two parts, and the host sends the report again.
            for part in parts.prefix(2) + parts {
                try await bench.store.change(by: .system) {
                    _ = try $0.add(part, of: PeopleBench.superApp, isForAll: true)
                }
            }
            #expect(try await Self.counts(bench)["1 opens"] == 60)
            #expect(UsageReport(id: report.id, platform: "web", rows: []).parts.isEmpty)
            // A report that an earlier program has added up whole is not added up again in parts.
            let whole = UsageReport(id: String(repeating: "c", count: 32), platform: "web", rows: rows)
            for part in [whole] + whole.parts {
                try await bench.store.change(by: .system) {
                    _ = try $0.add(part, of: PeopleBench.superApp, isForAll: true)
                }
            }
            #expect(try await Self.counts(bench)["1 opens"] == 120)
        }
    }

    @Test("An answer that can't have all rows says so")
    func truncated() {
        let rows = (0...Snapshot.maximumUsageRows).map {
            UsageRow(day: 20_000, code: 1, platform: "web", name: "call:\($0)", count: 7)
        }
        let (whole, cut) = (UsageView(Array(rows.dropLast()), people: []), UsageView(rows, people: []))
        #expect(!whole.isTruncated && whole.items.count == Snapshot.maximumUsageRows)
        #expect(cut.isTruncated && cut.items.count == Snapshot.maximumUsageRows)
    }

    @Test("One user's device can't count for many", arguments: BackEnd.sample(0))
    func oneDevice(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await bench.release(1)
            let row = Self.row(
                ["opens": 1_000_000, "updateBytes": 50_000_000, "starts": 500, "notReady": 500], bench,
                people: ["a", "b", "c"])
            try await Self.send([row], bench, isForAll: false)
            #expect(
                try await Self.counts(bench) == [
                    "1 opens": 1_000, "1 updateBytes": 50_000_000, "1 starts": 500, "1 notReady": 500,
                ])
            let health = try await bench.store.read { try $0.starts(of: 1, of: Self.id) }
            #expect(health == .init(starts: 3, notReady: 3))
            let people = try await bench.store.read {
                try $0.usagePeople(UsageFilter(miniApp: Self.id, superApp: nil, code: nil, days: 0...100_000))
            }
            #expect(people.isEmpty)
        }
    }

    @Test("Only so many names are counted of a version on a day", arguments: BackEnd.sample(1))
    func bounded(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await bench.release(1)
            for round in 0..<6 {
                let counts = Dictionary(uniqueKeysWithValues: (0..<250).map { ("error:\(round) \($0)", 1) })
                try await Self.send([Self.row(counts, bench)], bench)
            }
            #expect(try await Self.counts(bench).count == 1_000)
            // Counts without a label are counted all the same.
            try await Self.send([Self.row(["starts": 5], bench)], bench)
            #expect(try await Self.counts(bench)["1 starts"] == 5)
            try await Self.send([Self.row(["error:0 0": 5], bench)], bench)
            #expect(try await Self.counts(bench)["1 error:0 0"] == 6)
        }
    }

    // MARK: The health gate

    private static func rollOut(_ bench: PeopleBench) async throws {
        try await bench.release(1)
        try await bench.approve(2)
        try await bench.act("dev") {
            try $0.start(2, of: PeopleBench.app, permyriad: 1_000, groups: [], plan: nil, revision: nil, by: $1)
        }
    }

    private static func judge(_ bench: PeopleBench) async throws -> String? {
        for (id, code) in try await bench.store.read({ try $0.releasesToJudge(limit: 10) }) {
            let held = try await bench.store.change(by: .system) { try $0.holdIfUnhealthy(code, of: id) }
            if let held { return held.comment }
        }
        return nil
    }

    @Test("A release whose starts fail is held by itself, with the numbers", arguments: BackEnd.sample(0))
    func holds(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await Self.rollOut(bench)
            try await Self.send([Self.row(["starts": 49, "notReady": 49], bench, code: 2)], bench)
            #expect(try await Self.judge(bench) == nil, "too few starts")
            try await Self.send([Self.row(["starts": 1], bench, code: 2)], bench)
            let comment = try await Self.judge(bench)
            #expect(
                comment
                    == "Within an hour, 49 of 50 starts did not become ready; of the live version, 0 of 0 starts.")
            #expect(try await bench.states()[2] == .held)
            let row = try #require(try await bench.audit().first { $0.action == "release:hold" })
            #expect(row.actorKind == "system" && row.comment == comment)
            #expect(try await Self.judge(bench) == nil, "it is held once")
            // The person who resumes it has seen the reason: earlier starts do not hold it again.
            try await bench.act("dev") {
                try $0.resume(2, of: PeopleBench.app, permyriad: 1_000, revision: nil, by: $1)
            }
            #expect(try await Self.judge(bench) == nil)
            try await Self.send([Self.row(["starts": 60, "notReady": 30], bench, code: 2)], bench)
            #expect(try await Self.judge(bench) != nil)
        }
    }

    @Test("It is not, if the live version fails as often, or long ago, or on other days", arguments: BackEnd.sample(1))
    func goesOn(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await Self.rollOut(bench)
            try await Self.send([Self.row(["starts": 100, "notReady": 10], bench)], bench)
            try await Self.send([Self.row(["starts": 100, "notReady": 29], bench, code: 2)], bench)
            #expect(try await Self.judge(bench) == nil, "29 % is less than three times 10 %")
            try await Self.send([Self.row(["starts": 100, "notReady": 90], bench, code: 2, age: 2)], bench)
            #expect(try await Self.judge(bench) == nil, "what was offline for days says nothing about now")
            bench.wait(3_601)
            try await Self.send([Self.row(["starts": 100, "notReady": 4], bench, code: 2)], bench)
            #expect(try await Self.judge(bench) == nil, "4 % is less than 5 %")
            try await Self.send([Self.row(["starts": 100, "notReady": 16], bench, code: 2)], bench)
            #expect(try await Self.judge(bench) != nil)
        }
    }

    @Test("A step that is overdue does not outrun what was counted meanwhile", arguments: BackEnd.sample(0))
    func overdue(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await bench.release(1)
            try await bench.approve(2)
            let steps = [ReleasePlan.Step(after: 0, permyriad: 1_000), ReleasePlan.Step(after: 60, permyriad: 10_000)]
            try await bench.act("dev") {
                try $0.start(
                    2, of: PeopleBench.app, permyriad: nil, groups: [], plan: ReleasePlan(steps), revision: nil, by: $1)
            }
            try await Self.send([Self.row(["starts": 100, "notReady": 100], bench, code: 2)], bench)
            bench.wait(120)
            let moved = try await bench.store.change(by: .system) { try $0.doWhatIsDue(about: 2, of: Self.id) }
            #expect(moved?.state == .held)
            #expect(try await bench.states() == [1: .live, 2: .held])
        }
    }

    @Test("A device's failures are no more than its starts", arguments: BackEnd.sample(1))
    func noStarts(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await Self.rollOut(bench)
            try await Self.send([Self.row(["starts": 60], bench)], bench)
            try await Self.send([Self.row(["starts": 1, "notReady": 60], bench)], bench)
            let live = try await bench.store.read { try $0.starts(of: 1, of: Self.id) }
            #expect(live == HealthGate.Starts(starts: 61, notReady: 1))
        }
    }

    @Test("The rule, over its edges")
    func rule() {
        func fault(_ starts: Int, _ notReady: Int, _ liveStarts: Int, _ liveNotReady: Int) -> Bool {
            HealthGate.fault(
                of: .init(starts: starts, notReady: notReady), beside: .init(starts: liveStarts, notReady: liveNotReady)
            )
                != nil
        }
        #expect(!fault(0, 0, 0, 0) && !fault(49, 49, 0, 0) && !fault(0, 50, 0, 0))
        #expect(fault(100, 5, 0, 0) && !fault(100, 4, 0, 0))
        #expect(fault(100, 30, 100, 10) && !fault(100, 29, 100, 10))
        #expect(fault(100, 100, 100, 40) && fault(100, 70, 100, 40) && !fault(100, 69, 100, 40))
        #expect(fault(100, 60, 100, 20) && !fault(100, 59, 100, 20), "both rules meet")
        #expect(!fault(100, 60, 100, 60), "whatever is wrong, it is not the release")
        #expect(fault(120, 120, 1, 1) && fault(120, 6, 49, 49), "one device says nothing of the live version")
        #expect(fault(50, 500, 0, 0))
    }

    @Test("Old days become months; rare searches and texts of errors go after 30 days", arguments: BackEnd.sample(0))
    func upkeep(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await bench.release(1)
            var search = UsageReport.Row(day: Int(bench.now.timeIntervalSince1970) / 86_400, miniApp: nil, code: nil)
            search.counts = ["search:my name": 1, "search:coffee": 9]
            var errors = Self.row(["opens": 4], bench)
            errors.messages = ["x is undefined": 3]
            try await Self.send([search, errors], bench)
            bench.wait(31 * 86_400)
            try await bench.store.change(by: .system) { try $0.keepUpUsage() }
            let filter = UsageFilter(miniApp: nil, superApp: PeopleBench.superApp, code: nil, days: 0...100_000)
            #expect(try await bench.store.read { try $0.usage(filter) }.map(\.name) == ["search:coffee"])
            let messages = UsageFilter(miniApp: Self.id, superApp: nil, code: nil, days: 0...100_000)
            #expect(try await bench.store.read { try $0.usageMessages(messages, limit: 10) }.isEmpty)
            bench.wait(400 * 86_400)
            try await bench.store.change(by: .system) { try $0.keepUpUsage() }
            #expect(try await Self.counts(bench).isEmpty)
            let months = try await bench.database.read {
                try $0.rows("SELECT month, name, count FROM usage_month ORDER BY name").map {
                    "\(try $0.int(0)) \(try $0.text(1)) \(try $0.int(2))"
                }
            }
            #expect(months == ["203003 opens 4", "203003 search:coffee 9"])
        }
    }

    @Test(
        "Days as people write them",
        arguments: [
            ("2026-11-23", true), ("2026-02-29", false), ("2024-02-29", true), ("2026-13-01", false),
            ("1999-12-31", false),
            ("2026-1-1", false), ("2026-11-23 ", false), ("", false), ("+026-11-23", false),
        ])
    func days(_ text: String, isDay: Bool) {
        let number = UsageDay.number(text)
        #expect((number != nil) == isDay)
        if let number { #expect(UsageDay.text(number) == text) }
    }

    @Test("Devices leave room for what hosts count, and don't speak of tomorrow", arguments: BackEnd.sample(1))
    func room(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench in
            try await bench.release(1)
            for part in 0..<3 {
                let made = Dictionary(uniqueKeysWithValues: (0..<300).map { ("call:made-\(part)-\($0) ok", 1) })
                try await Self.send(
                    [Self.row(made, bench), Self.row(["opens": 1], bench, age: -1)], bench, isForAll: false)
            }
            try await Self.send([Self.row(["call:storage.get ok": 50, "opens": 9], bench)], bench)
            let found = try await Self.counts(bench)
            #expect(found["1 call:storage.get ok"] == 50 && found["1 opens"] == 9)
            #expect(found.keys.count { $0.contains("made-") } == 300)
            bench.wait(86_400)
            #expect(try await Self.counts(bench)["1 opens"] == 9)
        }
    }
}
