import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("What stands in the way of a release")
struct ReleaseRulesTests {
    private static let app = PeopleBench.app

    private static func rule(_ work: () async throws -> VersionRecord) async throws -> String? {
        do {
            _ = try await work()
            return nil
        } catch let error as ActionError {
            return error.problem.rule
        }
    }

    private static func tick(_ bench: PeopleBench) async throws {
        for (id, code) in try await bench.store.read({ try $0.versionsDue(limit: 100) }) {
            try await bench.store.change(by: .system) { _ = try $0.doWhatIsDue(about: code, of: id) }
        }
    }

    @Test("Where only the super app's administrators release, publishers wish in vain", arguments: BackEnd.allCases)
    func wishes(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people(policy: ReviewPolicy(approvals: 1, publisherReleases: false))
            try await bench.approve(1, wish: .automatic)
            #expect(try await bench.states() == [1: .approved])
            try await bench.act("ada") { try $0.complete(1, of: Self.app, revision: nil, by: $1) }
            try await bench.approve(2, wish: .at(Int(bench.now.timeIntervalSince1970) + 60))
            #expect(try await bench.states() == [1: .live, 2: .approved])
        }
    }

    @Test(
        "A grant that is taken back, and a super app that is disabled, stop what is not released yet",
        arguments: BackEnd.sample(1))
    func grants(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            let app = Self.app
            try await bench.release(1)
            try await bench.approve(2)
            try await bench.draft(3)
            let set = { @Sendable (isDisabled: Bool) in
                _ = try await bench.store.change(by: .operator) {
                    try $0.setDisabled(isDisabled, superApp: PeopleBench.superApp, comment: nil, by: .operator)
                }
            }
            let attempts: [@Sendable () async throws -> VersionRecord] = [
                { try await bench.submit(3) },
                {
                    try await bench.act("dev") {
                        try $0.start(2, of: app, permyriad: 100, groups: [], plan: nil, revision: nil, by: $1)
                    }
                },
                { try await bench.act("ada") { try $0.complete(2, of: app, revision: nil, by: $1) } },
            ]
            try await set(true)
            for attempt in attempts { #expect(try await Self.rule(attempt) == "disabled-super-app") }
            try await set(false)
            try await bench.act("dev") {
                try $0.start(2, of: app, permyriad: nil, groups: [], plan: .week, revision: nil, by: $1)
            }
            try await bench.store.change(by: .operator) {
                try $0.takeGrant(of: PeopleBench.superApp, from: "other", by: .operator)
            }
            bench.wait(86_400)
            try await Self.tick(bench)
            let held = try await bench.version(2)
            #expect(held?.state == .held && held?.comment.contains("does not let its publisher") == true)
            for work in [
                { try await bench.act("dev") { try $0.resume(2, of: app, permyriad: 200, revision: nil, by: $1) } },
                { try await bench.submit(3) },
            ] as [@Sendable () async throws -> VersionRecord] {
                #expect(try await Self.rule(work) == "not-granted")
            }
        }
    }

    @Test("While a mini app is quarantined, its releases are on hold", arguments: BackEnd.sample(0))
    func quarantine(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            let app = Self.app
            try await bench.release(1)
            try await bench.approve(2)
            try await bench.act("dev") {
                try $0.start(2, of: app, permyriad: nil, groups: [], plan: .week, revision: nil, by: $1)
            }
            let set = { @Sendable (reason: String?) in
                _ = try await bench.store.change(as: .test("ada")) {
                    try $0.setQuarantine(reason, of: app, by: .test("ada"))
                }
            }
            try await set("It steals.")
            bench.wait(86_400)
            try await Self.tick(bench)
            #expect(try await bench.version(2)?.permyriad == 100)
            let step = { @Sendable in
                try await bench.act("dev") { try $0.step(2, of: app, to: 500, revision: nil, by: $1) }
            }
            #expect(try await Self.rule(step) == "quarantined")
            try await set(nil)
            try await Self.tick(bench)
            #expect(try await bench.version(2)?.permyriad == 200)
            // A version that is approved meanwhile follows at the end.
            try await bench.act("dev") { try $0.complete(2, of: app, revision: nil, by: $1) }
            try await set("It steals.")
            try await bench.approve(3, wish: .automatic)
            #expect(try await bench.states()[3] == .approved)
            try await set(nil)
            #expect(try await bench.states()[3] == .live)
        }
    }

    @Test("What waited for another release follows by its plan or its time", arguments: BackEnd.sample(1))
    func following(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            let app = Self.app
            try await bench.release(1)
            try await bench.approve(2)
            try await bench.act("dev") {
                try $0.start(2, of: app, permyriad: 100, groups: [], plan: nil, revision: nil, by: $1)
            }
            // Its time has passed when it is approved, and another release is under way.
            try await bench.draft(3)
            try await bench.submit(3, wish: .at(Int(bench.now.timeIntervalSince1970) + 60))
            bench.wait(120)
            try await bench.act("rita") { try $0.claim(3, of: app, revision: nil, by: $1) }
            try await bench.act("rita") { try $0.approve(3, of: app, comment: nil, revision: nil, by: $1) }
            #expect(try await bench.states()[3] == .approved)
            try await bench.act("dev") { try $0.setPlan(.week, of: 3, app, revision: nil, by: $1) }
            let completed = try await bench.act("dev") { try $0.complete(2, of: app, revision: nil, by: $1) }
            #expect(completed.state == .live)
            #expect(try await bench.states() == [1: .superseded, 2: .live, 3: .rollingOut])
            #expect(try await bench.version(3)?.permyriad == 100)
        }
    }

    @Test("A first version that goes to groups goes to everybody next, not to a share", arguments: BackEnd.sample(0))
    func first(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.approve(1)
            try await bench.act("dev") {
                try $0.start(1, of: Self.app, permyriad: 0, groups: ["beta"], plan: nil, revision: nil, by: $1)
            }
            let step = { @Sendable (share: Int) in
                try await bench.act("dev") { try $0.step(1, of: Self.app, to: share, revision: nil, by: $1) }
            }
            #expect(try await Self.rule { try await step(100) } == "first")
            #expect(try await step(10_000).state == .live)
        }
    }

    @Test("A scheduled release that can't begin is approved again, with the reason", arguments: BackEnd.sample(1))
    func floors(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            try await bench.store.change(as: .test("dev")) {
                _ = try $0.sampleDraft(2, of: Self.app, for: PeopleBench.superApp, by: "dev", floor: 2)
            }
            try await bench.submit(2)
            try await bench.act("rita") { try $0.claim(2, of: Self.app, revision: nil, by: $1) }
            try await bench.act("rita") { try $0.approve(2, of: Self.app, comment: nil, revision: nil, by: $1) }
            try await bench.act("dev") { try $0.setPlan(.week, of: 2, Self.app, revision: nil, by: $1) }
            let soon = Int(bench.now.timeIntervalSince1970) + 60
            try await bench.act("dev") { try $0.schedule(2, of: Self.app, at: soon, revision: nil, by: $1) }
            bench.wait(60)
            try await Self.tick(bench)
            let version = try await bench.version(2)
            #expect(version?.state == .approved && version?.comment.contains("floor is 2") == true)
            // Once devices have seen a floor, nothing below it is released.
            try await bench.act("dev") { try $0.complete(2, of: Self.app, revision: nil, by: $1) }
            try await bench.store.change(by: .system) { change in
                try change.session.perform("UPDATE version SET is_finished = true")
                _ = try change.withdraw(
                    change.view.version(2, of: MiniAppID(Self.app)!)!, fallback: nil, reason: "It crashes.")
                try change.session.perform(
                    "UPDATE version_state SET state = 'approved', permyriad = 0 WHERE code = 1")
            }
            let complete = { @Sendable in
                try await bench.act("dev") { try $0.complete(1, of: Self.app, revision: nil, by: $1) }
            }
            #expect(try await Self.rule(complete) == "below-floor")
        }
    }

    @Test(
        "Who is suspended at the publisher does not review its work; fewer approvals count at once",
        arguments: BackEnd.sample(0))
    func reviewers(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people(policy: ReviewPolicy(approvals: 2))
            try await bench.member("rita", of: "other", as: AssignedRole(.developer))
            _ = try await bench.store.change(by: .operator) {
                try $0.suspend("rita", in: "other", comment: nil, by: .operator)
            }
            try await bench.draft(1)
            try await bench.submit(1)
            let claim = { @Sendable in
                try await bench.act("rita") { try $0.claim(1, of: Self.app, revision: nil, by: $1) }
            }
            #expect(try await Self.rule(claim) == "forbidden")
            try await bench.act("rob") { try $0.claim(1, of: Self.app, revision: nil, by: $1) }
            let approve = { @Sendable in
                try await bench.act("rob") { try $0.approve(1, of: Self.app, comment: nil, revision: nil, by: $1) }
            }
            #expect(try await approve().state == .inReview)
            #expect(try await Self.rule(approve) == "approved-already")
            _ = try await bench.store.change(by: .operator) {
                try $0.setPolicy(ReviewPolicy(approvals: 1), of: PeopleBench.superApp, revision: nil, by: .operator)
            }
            #expect(try await approve().state == .approved)
        }
    }

    @Test("A version that waits does not keep another one from being completed", arguments: BackEnd.sample(1))
    func waiting(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            let app = Self.app
            try await bench.release(1)
            try await bench.approve(2)
            try await bench.act("dev") {
                try $0.start(2, of: app, permyriad: 100, groups: [], plan: nil, revision: nil, by: $1)
            }
            // Devices that don't receive it could run nothing: by a plan it can't be released beside version 2.
            try await bench.draft(3, floor: 3)
            try await bench.submit(3, wish: .automatic)
            try await bench.act("rita") { try $0.claim(3, of: app, revision: nil, by: $1) }
            try await bench.act("rita") { try $0.approve(3, of: app, comment: nil, revision: nil, by: $1) }
            try await bench.act("dev") { try $0.setPlan(.week, of: 3, app, revision: nil, by: $1) }
            try await bench.act("dev") { try $0.complete(2, of: app, revision: nil, by: $1) }
            #expect(try await bench.states() == [1: .superseded, 2: .live, 3: .approved])
            let left = try await bench.version(3)
            #expect(left?.wish == .manual && left?.comment.contains("floor is 3") == true)
        }
    }

    @Test("A step that can't be taken holds the release, instead of being tried for ever", arguments: BackEnd.sample(0))
    func impossibleStep(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.approve(1)
            try await bench.act("dev") {
                try $0.start(1, of: Self.app, permyriad: 0, groups: ["beta"], plan: .week, revision: nil, by: $1)
            }
            try await Self.tick(bench)
            #expect(try await bench.states() == [1: .held])
            #expect(try await bench.version(1)?.comment.contains("No version is live") == true)
            let due = try await bench.store.read { try $0.versionsDue(limit: 100).count }
            #expect(due == 0)
        }
    }

    @Test("A publisher that is closed releases nothing more", arguments: BackEnd.sample(1))
    func closedPublisher(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            try await bench.approve(2)
            try await bench.act("dev") {
                try $0.start(2, of: Self.app, permyriad: nil, groups: [], plan: .week, revision: nil, by: $1)
            }
            try await bench.store.change(by: .operator) { change in
                _ = try change.closeOrganization("other", comment: nil, by: .operator)
            }
            bench.wait(90_000)
            try await Self.tick(bench)
            #expect(try await bench.states() == [1: .live, 2: .held])
        }
    }
}
