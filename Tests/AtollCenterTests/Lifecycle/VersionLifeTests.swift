import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("The life of a version")
struct VersionLifeTests {
    private static let app = PeopleBench.app

    @Test("An organization's mini apps, with the codes that devices receive", arguments: BackEnd.allCases)
    func summaries(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            try await bench.approve(2)
            try await bench.act("dev") {
                try $0.start(2, of: PeopleBench.app, permyriad: 100, groups: [], plan: nil, revision: nil, by: $1)
            }
            try await bench.draft(3)
            try await bench.submit(3)
            let found = try await bench.store.read { try $0.miniApps(of: "other", after: "", limit: 10) }
            #expect(
                found == [
                    MiniAppSummary(
                        id: PeopleBench.app, superApp: PeopleBench.superApp, quarantine: nil, live: 1, partial: 2,
                        next: 3)
                ])
            #expect(
                try await bench.store.read { try $0.miniApps(of: "other", after: PeopleBench.app, limit: 10) }.isEmpty)
            #expect(try await bench.store.read { try $0.miniApps(of: "acme", after: "", limit: 10) }.isEmpty)
        }
    }

    @Test("From upload to withdrawal, each step with its row in the log", arguments: BackEnd.sample(1))
    func life(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            #expect(try await bench.states() == [1: .live])
            try await bench.approve(2)
            #expect(try await bench.version(2)?.notes == "It is new.")
            let app = Self.app
            try await bench.act("dev") {
                try $0.start(2, of: app, permyriad: 1_000, groups: ["beta"], plan: nil, revision: nil, by: $1)
            }
            try await bench.act("rita") { try $0.hold(2, of: app, reason: "It crashes.", revision: nil, by: $1) }
            #expect(try await bench.states() == [1: .live, 2: .held])
            try await bench.act("ada") { try $0.resume(2, of: app, permyriad: 500, revision: nil, by: $1) }
            try await bench.act("dev") { try $0.step(2, of: app, to: 2_000, revision: nil, by: $1) }
            #expect(try await bench.version(2)?.groups == ["beta"])
            try await bench.act("dev") { try $0.complete(2, of: app, revision: nil, by: $1) }
            #expect(try await bench.states() == [1: .superseded, 2: .live])
            let withdrawn = try await bench.act("dev") { change, _ in
                try change.withdraw(change.view.version(2, of: MiniAppID(app)!)!, fallback: 1, reason: "It loses data.")
            }
            #expect(withdrawn.comment == "It loses data.")
            #expect(try await bench.states() == [1: .live, 2: .withdrawn])
            let log = try await bench.audit().reversed().filter { $0.miniApp == app && $0.code == 2 }
            #expect(
                log.map { "\($0.actor) \($0.action) \($0.after ?? "")" } == [
                    "dev version:upload draft", "dev version:submit submitted", "rita review:claim inReview",
                    "rita review:approve inReview", " version:approved approved", "dev release:start rollingOut 1000",
                    "rita release:hold held", "ada release:resume rollingOut 500", "dev release:step rollingOut 2000",
                    "dev release:complete live", "dev release:withdraw withdrawn",
                ])
            #expect(try await bench.audit().first?.action == "release:back")
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test("What a state does not permit is refused with the state and what it permits", arguments: BackEnd.sample(0))
    func refusals(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.draft(1)
            await #expect(
                throws: ActionError.refused(
                    rule: "state",
                    "This is not possible while the version's state is draft. Possible: submit, discard.",
                    state: "draft",
                    allowed: ["submit", "discard"])
            ) {
                try await bench.act("ada") { try $0.complete(1, of: Self.app, revision: nil, by: $1) }
            }
            await #expect(throws: ActionError.changed(revision: 1)) {
                try await bench.act("dev") { try $0.discard(1, of: Self.app, comment: nil, revision: 7, by: $1) }
            }
            try await bench.act("dev") { try $0.discard(1, of: Self.app, comment: "No.", revision: 1, by: $1) }
            for state in [VersionState.rejected, .withdrawn, .discarded] {
                #expect(Transition.allowed(in: state).isEmpty)
            }
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test(
        "Who may not do something is refused: developers review nothing, reviewers release nothing",
        arguments: BackEnd.sample(1))
    func roles(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            let app = Self.app
            try await bench.draft(1)
            for name in ["rita", "ada", "aud"] {
                await #expect(throws: ActionError.self) {
                    try await bench.act(name) {
                        try $0.submit(1, of: app, notes: "x", wish: .manual, revision: nil, by: $1)
                    }
                }
            }
            try await bench.submit(1)
            for name in ["dev", "ora", "ada"] {
                await #expect(throws: ActionError.forbidden(.review)) {
                    try await bench.act(name) { try $0.claim(1, of: app, revision: nil, by: $1) }
                }
            }
            await #expect(throws: ActionError.unknown("version")) {
                try await bench.act("aud") { try $0.claim(1, of: app, revision: nil, by: $1) }
            }
            try await bench.act("rita") { try $0.claim(1, of: app, revision: 2, by: $1) }
            // The second of two reviewers comes too late.
            await #expect(throws: ActionError.changed(revision: 3)) {
                try await bench.act("rob") { try $0.claim(1, of: app, revision: 2, by: $1) }
            }
            await #expect(throws: ActionError.forbidden(.review)) {
                try await bench.act("rob") { try $0.unclaim(1, of: app, revision: nil, by: $1) }
            }
            // A key that was made to read returns no review of its maker.
            let rita = Caller.test("rita")
            let home = try await bench.store.read { view in
                try view.person(try #require(rita.maker)).memberships.map(\.organization)
            }
            let key = Caller(
                rita.actor,
                .key(
                    id: "key", scopes: [.read], organization: try #require(home.first), ids: [], maker: rita.maker))
            await #expect(throws: ActionError.forbidden(.review)) {
                try await bench.store.change(by: .system) { try $0.unclaim(1, of: app, revision: nil, by: key) }
            }
            await #expect(throws: ActionError.forbidden(.decideReview)) {
                try await bench.act("ora") { try $0.approve(1, of: app, comment: nil, revision: nil, by: $1) }
            }
            try await bench.act("rob") { try $0.approve(1, of: app, comment: "Fine.", revision: nil, by: $1) }
            await #expect(throws: ActionError.forbidden(.release)) {
                try await bench.act("rita") { try $0.complete(1, of: app, revision: nil, by: $1) }
            }
            await #expect(throws: ActionError.confirmationNeeded) {
                try await bench.store.change(by: .system) {
                    try $0.complete(1, of: app, revision: nil, by: .test("dev", isConfirmed: false))
                }
            }
            await #expect(throws: ActionError.unknown("version")) {
                try await bench.act("dev") { try $0.complete(9, of: app, revision: nil, by: $1) }
            }
        }
    }

    @Test("A mini app has at most 50 drafts", arguments: BackEnd.sample(0))
    func drafts(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            for code in 1...50 { try await bench.draft(code) }
            await #expect(throws: ActionError.self) { try await bench.draft(51) }
            try await bench.submit(50)
            try await bench.draft(51)
        }
    }

    @Test("The drafts of a publisher have at most 2 GB", arguments: BackEnd.allCases)
    func bytes(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            for code in 1...4 { try await bench.draft(code, bytes: 500_000_000) }
            let error = await #expect(throws: ActionError.self) { try await bench.draft(5, bytes: 1) }
            #expect(error.map { "\($0)".contains("2 GB") } == true)
            try await bench.submit(1)
            try await bench.draft(5, bytes: 1)
        }
    }

    @Test("If two approvals are needed, two different reviewers have to give them", arguments: BackEnd.sample(0))
    func two(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people(policy: ReviewPolicy(approvals: 2))
            let app = Self.app
            try await bench.draft(1)
            try await bench.submit(1, wish: .automatic)
            try await bench.act("rita") { try $0.claim(1, of: app, revision: nil, by: $1) }
            let approve = { @Sendable (name: String) in
                try await bench.act(name) { try $0.approve(1, of: app, comment: nil, revision: nil, by: $1) }
            }
            #expect(try await approve("rita").state == .inReview)
            await #expect(throws: ActionError.self) { try await approve("rita") }
            // A reviewer who gives it back begins anew.
            try await bench.act("rita") { try $0.unclaim(1, of: app, revision: nil, by: $1) }
            try await bench.act("rob") { try $0.claim(1, of: app, revision: nil, by: $1) }
            #expect(try await approve("rob").state == .inReview)
            #expect(try await approve("rita").state == .live)
        }
    }

    @Test("Where no review is needed, a version is live once it is submitted", arguments: BackEnd.sample(1))
    func none(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people(policy: ReviewPolicy(approvals: 0))
            try await bench.draft(1)
            #expect(try await bench.submit(1, notes: "", wish: .automatic).state == .live)
            try await bench.draft(2)
            #expect(try await bench.submit(2, notes: "").state == .approved)
            let actors = try await bench.audit().filter { $0.code == 1 }.map { "\($0.actorKind) \($0.action)" }
            #expect(actors.first == "system release:complete" && actors.contains("system version:approved"))
        }
    }

    @Test(
        "A submission needs notes, a compatible super app and a statement that has not expired",
        arguments: BackEnd.sample(0))
    func needs(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.draft(1)
            for notes in ["", " \n ", String(repeating: "x", count: 4_001)] {
                await #expect(throws: ActionError.invalid("notes", "must have 1 to 4000 characters")) {
                    try await bench.submit(1, notes: notes)
                }
            }
            for start in [0, Int(bench.now.timeIntervalSince1970), Int.max] {
                await #expect(throws: ActionError.self) { try await bench.submit(1, wish: .at(start)) }
            }
            try await bench.draft(2, platform: 2)
            let rule = try await Self.rule { try await bench.submit(2) }
            #expect(rule == "no-compatible-host")
            try await bench.store.change(by: .operator) {
                _ = try $0.setEnabled(
                    false, hostVersion: "1.0", on: .web, of: PeopleBench.superApp, by: .operator)
            }
            #expect(try await Self.rule { try await bench.submit(1) } == "no-compatible-host")
            try await bench.draft(3, lifetime: 60)
            bench.wait(61)
            #expect(try await Self.rule { try await bench.submit(3) } == "expired")
        }
    }

    @Test("A later submission and a later approval outrun earlier ones", arguments: BackEnd.sample(1))
    func outrun(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            for code in 1...4 { try await bench.draft(code) }
            try await bench.submit(2)
            try await bench.submit(3)
            #expect(try await bench.states() == [1: .draft, 2: .discarded, 3: .submitted, 4: .draft])
            #expect(try await Self.rule { try await bench.submit(1) } == "outrun")
            try await bench.act("rita") { try $0.claim(3, of: Self.app, revision: nil, by: $1) }
            #expect(try await Self.rule { try await bench.submit(4) } == "in-review")
            try await bench.act("rita") { try $0.approve(3, of: Self.app, comment: nil, revision: nil, by: $1) }
            try await bench.submit(4)
            try await bench.act("rita") { try $0.claim(4, of: Self.app, revision: nil, by: $1) }
            try await bench.act("rita") { try $0.approve(4, of: Self.app, comment: nil, revision: nil, by: $1) }
            #expect(try await bench.states() == [1: .draft, 2: .discarded, 3: .discarded, 4: .approved])
        }
    }

    @Test("One release is under way at a time; what waits for it follows by itself", arguments: BackEnd.sample(0))
    func releases(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            let app = Self.app
            try await bench.approve(1)
            // The first version has no other one beside it.
            let start = { @Sendable (code: Int, share: Int?, groups: [String]) in
                try await bench.act("dev") {
                    try $0.start(code, of: app, permyriad: share, groups: groups, plan: nil, revision: nil, by: $1)
                }
            }
            #expect(try await Self.rule { try await start(1, 100, []) } == "first")
            for (share, groups) in [
                (nil, []), (0, []), (-1, []), (10_001, []), (0, ["Beta"]), (0, [""]), (0, ["a", "a"]),
                (0, ["a", "b", "c", "d", "e", "f"]),
            ] as [(Int?, [String])] {
                await #expect(throws: ActionError.self) { try await start(1, share, groups) }
            }
            #expect(try await start(1, 0, ["beta"]).state == .rollingOut)
            try await bench.act("dev") { try $0.complete(1, of: app, revision: nil, by: $1) }
            try await bench.approve(2)
            #expect(try await start(2, 100, []).permyriad == 100)
            for share in [100, 99, 0, -1, 10_001] {
                await #expect(throws: ActionError.self) {
                    try await bench.act("dev") { try $0.step(2, of: app, to: share, revision: nil, by: $1) }
                }
            }
            try await bench.approve(3, wish: .automatic)
            #expect(try await bench.states() == [1: .live, 2: .rollingOut, 3: .approved])
            #expect(try await Self.rule { try await start(3, 100, []) } == "other-release")
            try await bench.act("dev") { change, _ in
                try change.withdraw(change.view.version(2, of: MiniAppID(app)!)!, fallback: nil, reason: "It is slow.")
            }
            // In an emergency, nothing else follows by itself.
            #expect(try await bench.states() == [1: .live, 2: .withdrawn, 3: .approved])
            try await bench.act("dev") { try $0.complete(3, of: app, revision: nil, by: $1) }
            #expect(try await bench.states() == [1: .superseded, 2: .withdrawn, 3: .live])
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test("A mini app belongs to one super app for good", arguments: BackEnd.sample(1))
    func superApps(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.store.change(by: .operator) {
                _ = try $0.createSuperApp(
                    MiniAppID("com.acme.reef")!, name: "Reef", organization: "acme", by: .operator)
            }
            try await bench.draft(1)
            for superApp in ["com.acme.reef", nil] {
                await #expect(throws: ActionError.self) {
                    try await bench.store.change(as: .test("dev")) {
                        _ = try $0.sampleDraft(2, of: Self.app, for: superApp, by: "dev")
                    }
                }
            }
            #expect(try await bench.states() == [1: .draft], "nothing half done")
        }
    }

    @Test("A quarantined mini app says why, and comes back as it was", arguments: BackEnd.sample(0))
    func quarantine(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            let set = { @Sendable (reason: String?, name: String) in
                try await bench.store.change(as: .test(name)) {
                    try $0.setQuarantine(reason, of: Self.app, by: .test(name))
                }
            }
            for name in ["dev", "rita", "ora"] {
                await #expect(throws: ActionError.forbidden(.quarantine)) { _ = try await set("x", name) }
            }
            await #expect(throws: ActionError.self) { _ = try await set(" ", "ada") }
            #expect(try await set("It steals.", "ada").quarantine == "It steals.")
            #expect(try await bench.states() == [1: .live])
            #expect(try await set(nil, "ada").quarantine == nil)
            let rows = try await bench.audit().filter { $0.action.hasPrefix("miniapp:") }.map(\.action)
            #expect(rows == ["miniapp:release", "miniapp:quarantine", "miniapp:create"])
        }
    }

    /// The rule by which something is refused.
    private static func rule(_ work: () async throws -> VersionRecord) async throws -> String? {
        do {
            _ = try await work()
            return nil
        } catch let error as ActionError {
            return error.problem.rule
        }
    }
}
