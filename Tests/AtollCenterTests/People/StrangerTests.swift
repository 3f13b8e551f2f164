import AtollCenterAPI
import AtollCredentials
import AtollRateLimiting
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

/// Attacks of strangers on the accounts of others without their password.
@Suite("Strangers at the accounts")
struct StrangerTests {
    private static let password = "four unusual violet harbours"
    private static let here = AuditActor.Origin(address: "192.0.2.1", agent: "browser/1")

    private static func run(
        on backEnd: BackEnd, limits: DeviceLimits = DeviceLimits(), throttle: SignInThrottle = SignInThrottle(),
        _ body: @Sendable (PeopleBench, PeopleService) async throws -> Void
    ) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let people = PeopleService(bench.store, throttle: throttle, deviceLimits: limits) {
                (0..<$0).map { _ in UInt8.random(in: .min ... .max) }
            }
            try await bench.organization("acme", publisher: "com.acme")
            try await bench.member("ada", of: "acme", as: AssignedRole(.developer))
            let hash = try await people.hash(password, knowing: [])
            try await bench.store.change(by: .operator) {
                try $0.setPassword(hash, of: "ada", keeping: nil, as: .changePassword)
            }
            try await body(bench, people)
        }
    }

    @Test(
        "Whoever asks for resets of another's password sends few mails, and does not void the owner's",
        arguments: BackEnd.allCases)
    func resets(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            let own = try #require(try await people.beginReset(of: "ada@example.com", from: Self.here))
            var sent = 0
            for number in 0..<30 {
                let stranger = AuditActor.Origin(address: "198.51.100.\(number)", agent: "x")
                if try await people.beginReset(of: "ADA@example.com", from: stranger) != nil { sent += 1 }
            }
            #expect(sent == 2)
            bench.wait(600)
            let other = try #require(try await people.beginReset(of: "ada@example.com", from: Self.here))
            #expect(try await people.beginReset(of: "ada@example.com", from: Self.here) == nil)
            try await people.reset(own.secret, password: "another unusual violet harbour", from: Self.here)
            // The password was chosen: no other secret works.
            await #expect(throws: ActionError.unknown("secret")) {
                try await people.reset(other.secret, password: "yet another violet harbour", from: Self.here)
            }
        }
    }

    @Test(
        "Requests for unknown addresses write as much as those for known ones, so that timing does not tell them apart",
        arguments: BackEnd.sample(1))
    func writes(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            /// The number of the last audit log row, and the decoy value.
            func written() async throws -> [Data] {
                try await bench.store.read { view in
                    let last = try view.session.row("SELECT coalesce(max(number), 0) FROM audit")?.int(0) ?? 0
                    let decoy = try view.session.row("SELECT value FROM work_secret WHERE name = 'decoy'")?.data(0)
                    return [Data("\(last)".utf8), decoy ?? Data()]
                }
            }
            for email in ["ada@example.com", "nobody@example.com"] {
                let before = try await written()
                await #expect(throws: ActionError.badCredentials) {
                    let proof = PeopleService.Proof(email: email, password: "wrong", code: nil)
                    _ = try await people.signIn(proof, .command, from: Self.here)
                }
                // The row is added after the answer.
                try await until("\(email) got no row") { try await written()[0] != before[0] }
            }
            // After three mails, the known address is limited, too.
            for _ in 1...3 { #expect(try await people.beginReset(of: "ada@example.com", from: Self.here) != nil) }
            for email in ["ada@example.com", "nobody@example.com", "nobody@example.com"] {
                let before = try await written()
                #expect(try await people.beginReset(of: email, from: Self.here) == nil)
                #expect(try await written()[1] != before[1], "\(email)")
            }
        }
    }

    @Test(
        "Browsers from before a password change can't lock out a browser that was signed in with after it",
        arguments: BackEnd.sample(0))
    func browsers(_ backEnd: BackEnd) async throws {
        let (one, many) = (TokenBucket.Rate(burst: 1, perSecond: 1e-6), TokenBucket.Rate(burst: 1_000, perSecond: 1))
        let throttle = SignInThrottle(limits: .init(perName: one, perClient: many, total: many))
        try await Self.run(on: backEnd, throttle: throttle) { bench, people in
            let (email, next) = ("ada@example.com", "another unusual violet harbour")
            func signIn(_ password: String, _ device: String?) async throws -> String {
                let proof = PeopleService.Proof(email: email, password: password, code: nil, device: device)
                return try await people.signIn(proof, .command, from: Self.here).device
            }
            let earlier = try await signIn(Self.password, nil)
            let hash = try await people.hash(next, knowing: [])
            try await bench.store.change(by: .operator) {
                try $0.setPassword(hash, of: "ada", keeping: nil, as: .changePassword)
            }
            let later = try await signIn(next, nil)
            // Two wrong passwords use up the limit of earlier browsers, and then that of unknown ones.
            for _ in 1...2 {
                await #expect(throws: ActionError.badCredentials) { _ = try await signIn("wrong", earlier) }
            }
            for (password, device) in [("wrong", earlier), (next, nil)] {
                await #expect {
                    _ = try await signIn(password, device)
                } throws: {
                    if case ActionError.tooMany = $0 { true } else { false }
                }
            }
            _ = try await signIn(next, later)
        }
    }

    @Test("Attempts with invented addresses add a limited number of audit log rows")
    func invented() {
        let limits = DeviceLimits()
        #expect((1...2_000).count { _ in limits.mayNoteStranger() } < 1_100)
    }

    @Test("However often a session is used, it ends after 30 days", arguments: BackEnd.sample(1))
    func sessions(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, _ in
            for (kind, step) in [(AccountSession.Kind.console, 6 * 3_600), (.command, 86_400)] {
                let digest = Data(kind.rawValue.utf8)
                try await bench.store.change(by: .operator) {
                    try $0.beginSession(kind.rawValue, digest: digest, of: "ada", kind, agent: "x", isConfirmed: false)
                }
                var (age, isOpen) = (0, true)
                while isOpen, age <= AccountSession.longest + step {
                    bench.wait(Double(step))
                    age += step
                    isOpen = try await bench.store.change(by: .operator) { change in
                        guard let found = try change.view.session(withDigest: digest) else { return false }
                        try change.touch(found)
                        return true
                    }
                }
                #expect(
                    !isOpen && age >= AccountSession.longest && age <= AccountSession.longest + step, "\(kind) \(age)")
            }
        }
    }

    @Test("A program that asks too often whether it was permitted is told to slow down", arguments: BackEnd.sample(0))
    func slowDown(_ backEnd: BackEnd) async throws {
        let clock = TestClock()
        try await Self.run(on: backEnd, limits: DeviceLimits(now: { clock.now })) { _, people in
            let asked = try await people.askForDevice("atoll", from: Self.here)
            for _ in 0..<5 { #expect(try await people.redeemDevice(asked.secret, from: Self.here) == nil) }
            let slow = ActionError.slowDown(seconds: DeviceCode.interval + 5)
            await #expect(throws: slow) { _ = try await people.redeemDevice(asked.secret, from: Self.here) }
            #expect(slow.status == .tooManyRequests && slow.retryAfter == "8")
            clock.advance(by: .seconds(DeviceCode.interval + 1))
            #expect(try await people.redeemDevice(asked.secret, from: Self.here) == nil)
        }
    }
}
