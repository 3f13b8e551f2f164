import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("What versions do by themselves")
struct ReleaseScheduleTests {
    private static let app = PeopleBench.app

    /// Does what is due, as often as something is.
    private static func tick(_ bench: PeopleBench) async throws -> Int {
        let due = try await bench.store.read { try $0.versionsDue(limit: 100) }
        var done = 0
        for (id, code) in due {
            done += try await bench.store.change(by: .system) { try $0.doWhatIsDue(about: code, of: id) } == nil ? 0 : 1
        }
        return done
    }

    @Test(
        "A plan's steps come when they are due, once each, also after a while out of service",
        arguments: BackEnd.allCases)
    func plan(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            try await bench.approve(2)
            let start = bench.now
            try await bench.act("dev") {
                try $0.start(2, of: Self.app, permyriad: nil, groups: [], plan: .week, revision: nil, by: $1)
            }
            #expect(try await bench.version(2)?.permyriad == 100)
            #expect(try await Self.tick(bench) == 0)
            bench.wait(86_399)
            #expect(try await Self.tick(bench) == 0)
            bench.wait(1)
            #expect(try await Self.tick(bench) == 1)
            #expect(try await Self.tick(bench) == 0)
            #expect(try await bench.version(2)?.permyriad == 200)
            // A clock that goes back does no step again.
            bench.wait(-86_400)
            #expect(try await Self.tick(bench) == 0)
            bench.wait(86_400 * 3 + 5)
            #expect(try await Self.tick(bench) == 1)
            #expect(try await Self.tick(bench) == 1)
            #expect(try await Self.tick(bench) == 0)
            #expect(try await bench.version(2)?.permyriad == 1_000)
            #expect(try await bench.version(2)?.stepTime == Int(start.timeIntervalSince1970) + 4 * 86_400)
            // Time on hold does not count, and resuming continues from the given share.
            try await bench.act("rita") { try $0.hold(2, of: Self.app, reason: "A look.", revision: nil, by: $1) }
            bench.wait(40 * 86_400)
            #expect(try await Self.tick(bench) == 0)
            try await bench.act("dev") { try $0.resume(2, of: Self.app, permyriad: 300, revision: nil, by: $1) }
            #expect(try await Self.tick(bench) == 0)
            for share in [500, 1_000, 2_000, 5_000] {
                bench.wait(86_400)
                #expect(try await Self.tick(bench) == 1)
                #expect(try await bench.version(2)?.permyriad == share)
            }
            bench.wait(86_400)
            #expect(try await Self.tick(bench) == 1)
            #expect(try await Self.tick(bench) == 0)
            #expect(try await bench.states() == [1: .superseded, 2: .live])
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test("Two processes that do what is due do it once", arguments: BackEnd.allCases)
    func twice(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            try await bench.approve(2)
            try await bench.act("dev") {
                try $0.start(2, of: Self.app, permyriad: nil, groups: [], plan: .week, revision: nil, by: $1)
            }
            bench.wait(86_400)
            let done = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await Self.tick(bench) } }
                return try await group.reduce(0, +)
            }
            #expect(done == 1)
            #expect(try await bench.version(2)?.permyriad == 200)
        }
    }

    @Test(
        "A scheduled release begins at its time, waits for another one, and needs a statement that is valid",
        arguments: BackEnd.sample(0))
    func scheduled(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            let soon = Int(bench.now.timeIntervalSince1970) + 3_600
            try await bench.approve(2, wish: .at(soon))
            #expect(try await bench.states()[2] == .scheduled)
            try await bench.act("dev") { try $0.unschedule(2, of: Self.app, revision: nil, by: $1) }
            try await bench.act("ada") { try $0.schedule(2, of: Self.app, at: soon, revision: nil, by: $1) }
            for time in [0, soon - 3_600, .max] {
                await #expect(throws: ActionError.self) {
                    try await bench.act("ada") { try $0.unschedule(2, of: Self.app, revision: nil, by: $1) }
                    try await bench.act("ada") { try $0.schedule(2, of: Self.app, at: time, revision: nil, by: $1) }
                }
                try await bench.act("ada") { try $0.schedule(2, of: Self.app, at: soon, revision: nil, by: $1) }
            }
            bench.wait(3_600)
            #expect(try await Self.tick(bench) == 1)
            #expect(try await Self.tick(bench) == 0)
            #expect(try await bench.states() == [1: .superseded, 2: .live])
            // With its publisher's statement gone, it stays approved.
            try await bench.draft(3, lifetime: 7_200)
            try await bench.submit(3, wish: .at(soon + 4_000))
            try await bench.act("rita") { try $0.claim(3, of: Self.app, revision: nil, by: $1) }
            try await bench.act("rita") { try $0.approve(3, of: Self.app, comment: nil, revision: nil, by: $1) }
            bench.wait(7_300)
            #expect(try await Self.tick(bench) == 1)
            #expect(try await Self.tick(bench) == 0)
            #expect(try await bench.states()[3] == .approved)
        }
    }

    @Test(
        "Reviews that nobody goes on with are given back, drafts that nobody touches are discarded",
        arguments: BackEnd.sample(1))
    func forgotten(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            for code in 1...2 { try await bench.draft(code) }
            try await bench.submit(2)
            try await bench.act("rita") { try $0.claim(2, of: Self.app, revision: nil, by: $1) }
            bench.wait(72 * 3_600 - 1)
            #expect(try await Self.tick(bench) == 0)
            bench.wait(1)
            #expect(try await Self.tick(bench) == 1)
            #expect(try await bench.states() == [1: .draft, 2: .submitted])
            bench.wait(90 * 86_400)
            #expect(try await Self.tick(bench) == 1)
            #expect(try await bench.states() == [1: .discarded, 2: .submitted])
        }
    }

    @Test("A plan of one's own rises and begins at once", arguments: BackEnd.allCases.prefix(1))
    func plans(_ backEnd: BackEnd) throws {
        let bad: [[(Int, Int)]] = [
            [], [(0, 0)], [(0, 10_001)], [(60, 100)], [(0, 100), (60, 100)], [(0, 100), (59, 200)],
            [(0, 100), (30 * 86_400 + 1, 200)], (0...20).map { ($0 == 0 ? 0 : 60, $0 + 1) },
        ]
        for steps in bad {
            #expect(throws: ActionError.self) {
                try ReleasePlan(steps.map { ReleasePlan.Step(after: $0.0, permyriad: $0.1) })
            }
        }
        let plan = try ReleasePlan([.init(after: 0, permyriad: 100), .init(after: 60, permyriad: 10_000)])
        #expect(try ReleasePlan(stored: plan.stored) == plan)
    }
}
