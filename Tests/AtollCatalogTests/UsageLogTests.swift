import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog

@Suite("What a host has counted")
struct UsageLogTests {
    private static let id = MiniAppID("com.example.kudos")!

    /// A log with a clock that tests set.
    private final class Bench: @unchecked Sendable {
        let folder: TemporaryDirectory
        private let lock = NSLock()
        private var time = Date(timeIntervalSince1970: 1_900_000_000)

        init() throws { folder = try TemporaryDirectory() }

        func log() -> UsageLog {
            UsageLog(file: folder.url.appending(path: "usage"), platform: "ios") { [self] in lock.withLock { time } }
        }

        func wait(_ seconds: Double) { lock.withLock { time += seconds } }
    }

    @Test("Openings, starts and readiness, by version")
    func counts() throws {
        let bench = try Bench()
        let log = bench.log()
        for person in ["a", "a", "b"] { log.opened(Self.id, code: 3, by: person) }
        log.started(Self.id, code: 3, by: "a")
        bench.wait(0.4)
        log.becameReady(Self.id, code: 3, by: "a")
        log.becameReady(Self.id, code: 3, by: "a")
        log.started(Self.id, code: 3, by: "b")
        log.failed(Self.id, code: 3, by: "b")
        log.failed(Self.id, code: 3, by: "b")
        log.started(Self.id, code: 3, by: "c")
        bench.wait(20)
        log.count(.search("Nothing Here"))
        log.note("x is not a function", of: Self.id, code: 3)
        log.note("x is not a function", of: Self.id, code: 3)
        let report = try #require(log.dueReport())
        #expect(report.fault(today: 1_900_000_000 / 86_400) == nil && report.platform == "ios")
        let row = try #require(report.rows.first { $0.miniApp == Self.id })
        #expect(
            row.counts == ["opens": 3, "starts": 3, "ready": 1, "readyTime:3": 1, "notReady": 2])
        #expect(row.people?.estimate == 2 && row.messages == ["x is not a function": 2])
        #expect(report.rows.first { $0.miniApp == nil }?.counts == ["search:nothing here": 1])
        // Nothing of it tells whose it was.
        let text = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        #expect(!text.contains("\"a\"") && !text.contains("person"))
    }

    @Test("A text that finds nothing counts once a day for each person")
    func searches() throws {
        let bench = try Bench()
        let log = bench.log()
        for person in ["a", "a", "b", nil, nil] { log.foundNothing(for: "Nothing Here", by: person) }
        log.foundNothing(for: "nothing here", by: "a")
        bench.wait(86_400)
        log.foundNothing(for: "nothing here", by: "a")
        let report = try #require(log.dueReport())
        #expect(report.rows.map(\.counts) == [["search:nothing here": 3], ["search:nothing here": 1]])
    }

    @Test("A start that something else prevented is no failure")
    func excused() throws {
        let bench = try Bench()
        let log = bench.log()
        for person in ["a", "without cookies"] { log.started(Self.id, code: 3, by: person) }
        log.failed(Self.id, code: 3, by: "a")
        log.excused(Self.id, code: 3, by: "without cookies")
        bench.wait(20)
        let row = try #require(log.dueReport()?.rows.first { $0.miniApp == Self.id })
        #expect(row.counts == ["starts": 2, "notReady": 1])
    }

    @Test("A report stays the same until it is delivered, also over a restart; then an hour passes")
    func once() throws {
        let bench = try Bench()
        let log = bench.log()
        #expect(log.dueReport() == nil)
        log.count(.opens, 2, of: Self.id, code: 1)
        let report = try #require(log.dueReport())
        log.count(.opens, 5, of: Self.id, code: 1)
        #expect(log.dueReport() == report && bench.log().dueReport() == report)
        log.delivered("another")
        #expect(log.dueReport() == report)
        log.delivered(report.id)
        #expect(log.dueReport() == nil)
        bench.wait(3_601)
        let next = try #require(log.dueReport())
        #expect(next.id != report.id && next.rows.first?.counts == ["opens": 5])
        // A clock that was set back stops nothing for good.
        log.delivered(next.id)
        bench.wait(-1_000_000)
        log.count(.opens, 1, of: Self.id, code: 1)
        #expect(log.dueReport() != nil)
    }

    @Test("One user of a shared device counts a few starts in an hour; the user of a phone counts all")
    func oneUser() throws {
        let bench = try Bench()
        let log = bench.log()
        for _ in 0..<20 {
            for runner in ["a", "b", nil] {
                log.started(Self.id, code: 1, by: runner)
                log.failed(Self.id, code: 1, by: runner)
            }
        }
        let report = try #require(log.dueReport())
        #expect(report.rows.first?.counts == ["starts": 30, "notReady": 30])
        bench.wait(3_601)
        log.delivered(report.id)
        log.started(Self.id, code: 1, by: "a")
        log.becameReady(Self.id, code: 1, by: "a")
        bench.wait(3_601)
        #expect(log.dueReport()?.rows.first?.counts["ready"] == 1)
    }

    @Test("It is bounded, and what is too old is dropped")
    func bounds() throws {
        let bench = try Bench()
        let log = bench.log()
        for code in 1...1_000 { log.count(.opens, 1, of: Self.id, code: code) }
        for number in 1...1_000 { log.count(.error("\(number)"), 1, of: Self.id, code: 1_000) }
        for number in 1...100 { log.note("error \(number)", of: Self.id, code: 1_000) }
        log.note(String(repeating: "x", count: 10_000), of: Self.id, code: 999)
        log.count(.opens, .max, of: Self.id, code: 998)
        log.count(.opens, .max, of: Self.id, code: 998)
        let report = try #require(log.dueReport())
        #expect(report.fault(today: 1_900_000_000 / 86_400) == nil)
        #expect(report.rows.count == 400 && report.rows.first?.code == 601)
        log.count(.opens, 1, of: Self.id, code: 1)
        bench.wait(40 * 86_400)
        #expect(log.dueReport() == nil, "it is too old for the Center")
    }

    @Test("A damaged file is begun anew", arguments: ["", "{", "[]", "{\"rows\": 5}"])
    func damaged(_ text: String) throws {
        let bench = try Bench()
        try Data(text.utf8).write(to: bench.folder.url.appending(path: "usage"))
        let log = bench.log()
        log.count(.opens, 1, of: Self.id, code: 1)
        #expect(log.dueReport() != nil)
    }
}
