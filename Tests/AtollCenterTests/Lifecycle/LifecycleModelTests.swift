import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

/// Random people do random things to versions, and the database does what the plainest telling of the rules says.
///
/// `ATOLL_TRANSITIONS=100000` tries so many on each database; `ATOLL_SEED` begins with a seed.
@Suite("Random transitions")
struct LifecycleModelTests {
    private typealias Operation = LifecycleModel.Operation

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test("States, refusals, descriptors and the log are what a plain model says", arguments: BackEnd.allCases)
    func model(_ backEnd: BackEnd) async throws {
        let count = Self.number("ATOLL_TRANSITIONS") ?? TestLength.of(short: 150, long: 2_000)
        let seed = UInt64(Self.number("ATOLL_SEED") ?? Int.random(in: 0..<1_000_000))
        print("\(count) transitions on \(backEnd) with ATOLL_SEED=\(seed)")
        try await PeopleBench.run(on: backEnd) { bench in
            var random = SeededGenerator(seed: seed)
            try await bench.people()
            try await bench.organization("third", publisher: "com.third")
            try await bench.member("eve", of: "third", as: AssignedRole(.organizationAdministrator))
            var outcomes: [String: Int] = [:]
            var done = 0
            var app = 0
            while done < count {
                app += 1
                let run = try await Self.run(bench, "com.other.app\(app)", min(400, count - done), &random)
                for (name, number) in run { outcomes[name, default: 0] += number }
                done += min(400, count - done)
            }
            #expect(try await bench.auditProblems().isEmpty)
            // That it has tried something. Of 300, 42 are done on average, with a standard deviation of 7 (40 seeds),
            // so 15 are four deviations below. Of fewer, chance makes more of a difference.
            let isLong = count >= 300
            #expect(outcomes["done", default: 0] > (isLong ? count / 20 : 0), "\(outcomes)")
            for name in ["refused", "forbidden"] { #expect(outcomes[name, default: 0] > (isLong ? count / 50 : 0)) }
        }
    }

    private static func run(
        _ bench: PeopleBench, _ id: String, _ count: Int, _ random: inout SeededGenerator
    ) async throws -> [String: Int] {
        var outcomes: [String: Int] = [:]
        var model = LifecycleModel(now: Int(bench.now.timeIntervalSince1970))
        for _ in 0..<count {
            if Int.random(in: 0..<8, using: &random) == 0 {
                bench.wait(Double([60, 3_600, 86_400, 300_000, 8_000_000].randomElement(using: &random)!))
                model.now = Int(bench.now.timeIntervalSince1970)
                for (due, code) in try await bench.store.read({ try $0.versionsDue(limit: 100) })
                where due.rawValue == id {
                    try await bench.store.change(by: .system) { _ = try $0.doWhatIsDue(about: code, of: due) }
                    model.doWhatIsDue(about: code)
                }
            }
            let (operation, code, person) = choice(model, &random)
            let before = try await head(bench)
            let expected: LifecycleModel.Outcome
            let fallback = model.fallback(from: code)
            expected = model.perform(operation, on: code, by: person)
            let found = await outcome(bench, id, operation, code, person, fallback)
            #expect(found == expected, "\(operation) of \(code) by \(person)")
            outcomes["\(found)", default: 0] += 1
            let rows = try await head(bench) - before
            #expect(found == .done ? rows > 0 : rows == 0, "\(operation) wrote \(rows) rows")
            try await compare(bench, id, model, "\(operation) of \(code) by \(person)")
            if found != expected { break }
        }
        return outcomes
    }

    /// An action on one of the versions, mostly on a recent one.
    private static func choice(
        _ model: LifecycleModel, _ random: inout SeededGenerator
    ) -> (operation: Operation, code: Int, person: String) {
        let last = model.versions.keys.max() ?? 0
        let people = ["dev", "dev", "ora", "ada", "ada", "rita", "rita", "rob", "aud", "eve"]
        let person = people.randomElement(using: &random)!
        if last == 0 || Int.random(in: 0..<14, using: &random) == 0 { return (.upload, last + 1, "dev") }
        let code = max(
            1, last - Int.random(in: 0..<4, using: &random) + (Int.random(in: 0..<40, using: &random) == 0 ? 9 : 0))
        let shares = [0, 1, 100, 500, 2_500, 9_999, 10_000, -1, 10_001]
        let times = [-1, 0, 1, 3_600, 100_000].map { model.now + $0 }
        let share = shares.randomElement(using: &random)!
        let time = times.randomElement(using: &random)!
        let groups = [[], [], ["beta"], ["beta", "staff"]].randomElement(using: &random)!
        let start = [nil, share].randomElement(using: &random)!
        let wish = ["manual", "automatic", "at"].randomElement(using: &random)!
        let isWeek = Bool.random(using: &random)
        let operations: [Operation] = [
            .submit(wish: wish, at: wish == "at" ? time : nil), .submit(wish: "automatic", at: nil), .recall, .discard,
            .claim, .claim, .unclaim, .approve, .approve, .reject, .schedule(time), .unschedule,
            .start(share: start, groups: groups, week: isWeek), .start(share: 100, groups: [], week: isWeek),
            .step(share),
            .hold, .resume(share), .complete, .withdraw,
        ]
        // Mostly what the state permits, so that versions get far.
        let possible = operations.filter { model.begins($0).contains(model.versions[code]?.state ?? "") }
        let isPossible = Int.random(in: 0..<10, using: &random) < 7
        let operation = (isPossible ? possible : operations).randomElement(using: &random) ?? operations[0]
        return (operation, code, person)
    }

    private static func outcome(
        _ bench: PeopleBench, _ id: String, _ operation: Operation, _ code: Int, _ person: String, _ fallback: Int?
    ) async -> LifecycleModel.Outcome {
        let caller = Caller.test(person)
        do {
            try await bench.store.change(as: caller) { change in
                try perform(change, id, operation, code, caller, fallback)
            }
            return .done
        } catch ActionError.unknown {
            return .unknown
        } catch ActionError.forbidden {
            return .forbidden
        } catch ActionError.refused {
            return .refused
        } catch ActionError.invalid {
            return .invalid
        } catch {
            Issue.record("\(operation) of \(code) by \(person): \(error)")
            return .unknown
        }
    }

    private static func perform(
        _ change: Transaction, _ id: String, _ operation: Operation, _ code: Int, _ caller: Caller, _ fallback: Int?
    ) throws {
        switch operation {
        case .upload: _ = try change.sampleDraft(code, of: id, for: PeopleBench.superApp, by: "dev", lifetime: 1e9)
        case .submit(let name, let at):
            let wish: ReleaseWish = name == "manual" ? .manual : at.map { .at($0) } ?? .automatic
            _ = try change.submit(code, of: id, notes: "x", wish: wish, revision: nil, by: caller)
        case .recall: _ = try change.recall(code, of: id, revision: nil, by: caller)
        case .discard: _ = try change.discard(code, of: id, comment: nil, revision: nil, by: caller)
        case .claim: _ = try change.claim(code, of: id, revision: nil, by: caller)
        case .unclaim: _ = try change.unclaim(code, of: id, revision: nil, by: caller)
        case .approve: _ = try change.approve(code, of: id, comment: nil, revision: nil, by: caller)
        case .reject:
            _ = try change.reject(code, of: id, reasons: [.other], comment: "x", revision: nil, by: caller)
        case .schedule(let at): _ = try change.schedule(code, of: id, at: at, revision: nil, by: caller)
        case .unschedule: _ = try change.unschedule(code, of: id, revision: nil, by: caller)
        case .start(let share, let groups, let isWeek):
            _ = try change.start(
                code, of: id, permyriad: share, groups: groups, plan: isWeek ? .week : nil, revision: nil, by: caller)
        case .step(let share): _ = try change.step(code, of: id, to: share, revision: nil, by: caller)
        case .hold: _ = try change.hold(code, of: id, reason: "x", revision: nil, by: caller)
        case .resume(let share): _ = try change.resume(code, of: id, permyriad: share, revision: nil, by: caller)
        case .complete: _ = try change.complete(code, of: id, revision: nil, by: caller)
        case .withdraw:
            let version = try change.view.version(code, of: id, for: .withdrawRelease, by: caller)
            try change.check(.withdraw, of: version, revision: nil)
            _ = try change.withdraw(version, fallback: version.state == .live ? fallback : nil, reason: "x")
        }
    }

    private static func head(_ bench: PeopleBench) async throws -> Int {
        try await bench.database.read { try AuditLog.head($0).number }
    }

    private static func compare(
        _ bench: PeopleBench, _ id: String, _ model: LifecycleModel, _ what: String
    ) async throws {
        let (rows, due) = try await bench.database.read { session in
            let rows = try session.rows(
                "SELECT code, state, permyriad, rollout_groups FROM version_state WHERE mini_app = \(.text(id))")
            return (rows, try VersionRows(session).due(MiniAppID(id)!))
        }
        var found: [Int: LifecycleModel.Version] = [:]
        for row in rows {
            let groups: [String] = try SearchEntry.value(of: row.text(3))
            found[try row.int(0)] = LifecycleModel.Version(
                state: try row.text(1), share: try row.int(2), groups: groups, changed: 0)
        }
        #expect(found == model.versions, "\(what)")
        let live = model.versions.first { $0.value.state == "live" }
        let partial = model.versions.first { ["rollingOut", "held"].contains($0.value.state) }
        #expect(due.live?.code == live?.key && due.partial?.code == partial?.key, "\(what)")
        #expect(due.partial?.rollout.permyriad == partial?.value.share, "\(what)")
        #expect(due.partial?.rollout.isHeld == partial.map { $0.value.state == "held" }, "\(what)")
    }
}
