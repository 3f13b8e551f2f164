import AtollCenterAPI
import AtollCredentials
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

/// Signing a program in by a code that a user types in a browser.
@Suite("Device codes")
struct DeviceCodeTests {
    private static let password = "four unusual violet harbours"
    private static let here = AuditActor.Origin(address: "192.0.2.1", agent: "browser/1")
    private static let there = AuditActor.Origin(address: "192.0.2.9", agent: "atoll/1")

    private static func run(
        on backEnd: BackEnd, _ body: @Sendable (PeopleBench, PeopleService) async throws -> Void
    ) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let people = PeopleService(bench.store) { (0..<$0).map { _ in UInt8.random(in: .min ... .max) } }
            try await bench.organization("acme", publisher: "com.acme")
            try await bench.member("ada", of: "acme", as: AssignedRole(.developer))
            let hash = try await people.hash(password, knowing: [])
            try await bench.store.change(by: .operator) {
                try $0.setPassword(hash, of: "ada", keeping: nil, as: .changePassword)
            }
            try await body(bench, people)
        }
    }

    @Test("Permitted, it begins one session", arguments: BackEnd.allCases)
    func permitted(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            let asked = try await people.askForDevice("atoll\u{7} on büro", from: Self.there)
            #expect(try await people.redeemDevice(asked.secret, from: Self.there) == nil)
            let typed = asked.code.userCode.lowercased().replacing("-", with: " ")
            let found = try await people.deviceCode(typed: typed, from: Self.here)
            #expect(found.agent == "atoll on bro" && found.address == "192.0.2.9")
            _ = try await people.allowDevice(
                found.userCode, email: "ADA@example.com", password: Self.password, code: nil, device: nil,
                from: Self.here)
            // A second person does not take it over.
            await #expect(throws: ActionError.unknown("code")) {
                _ = try await people.deviceCode(typed: typed, from: Self.here)
            }
            let signedIn = try #require(try await people.redeemDevice(asked.secret, from: Self.there))
            let session = try #require(try await people.session(for: signedIn.secret, from: Self.there))
            #expect(session.account == "ada" && session.kind == .command)
            await #expect(throws: ActionError.unknown("code")) {
                _ = try await people.redeemDevice(asked.secret, from: Self.there)
            }
            let login = try await bench.audit().first { $0.action == "account:login" }
            #expect(login?.actor == "ada")
        }
    }

    @Test("Refused, expired or never asked for, it begins none", arguments: BackEnd.sample(1))
    func refused(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            let asked = try await people.askForDevice("atoll", from: Self.there)
            try await people.refuseDevice(asked.code.userCode, as: "ada", from: Self.here)
            await #expect(throws: ActionError.denied) {
                _ = try await people.redeemDevice(asked.secret, from: Self.there)
            }
            let late = try await people.askForDevice("atoll", from: Self.there)
            try await people.allowDevice(late.code.userCode, as: "ada", isConfirmed: true, code: nil, from: Self.here)
            bench.wait(601)
            await #expect(throws: ActionError.unknown("code")) {
                _ = try await people.redeemDevice(late.secret, from: Self.there)
            }
            for text in ["", "atolld_", "atolld_" + String(repeating: "a", count: 64), "atolls_x", "\0"] {
                await #expect(throws: ActionError.unknown("code")) {
                    _ = try await people.redeemDevice(text, from: Self.there)
                }
            }
            let sessions = try await bench.store.read { try $0.sessions(of: "ada") }
            #expect(sessions.isEmpty)
        }
    }

    @Test("A wrong password, a suspended person, a missing second factor permit nothing", arguments: BackEnd.sample(0))
    func proofs(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            let code = try await people.askForDevice("atoll", from: Self.there).code.userCode
            await #expect(throws: ActionError.badCredentials) {
                _ = try await people.allowDevice(
                    code, email: "ada@example.com", password: "wrong", code: nil, device: nil, from: Self.here)
            }
            let totp = TOTP()
            try await bench.store.change(by: .operator) { change in
                try change.prepareSecondFactor(totp, of: "ada")
                try change.confirmSecondFactor(
                    totp.code(ofStep: TOTP.step(at: change.now)), of: "ada", recoveryDigests: [])
            }
            bench.wait(60)
            await #expect(throws: ActionError.badCredentials) {
                _ = try await people.allowDevice(
                    code, email: "ada@example.com", password: Self.password, code: nil, device: nil, from: Self.here)
            }
            await #expect(throws: ActionError.badCredentials) {
                try await people.allowDevice(code, as: "ada", isConfirmed: true, code: "000000", from: Self.here)
            }
            let right = totp.code(ofStep: TOTP.step(at: bench.now))
            try await people.allowDevice(code, as: "ada", isConfirmed: true, code: right, from: Self.here)
            let other = try await people.askForDevice("atoll", from: Self.there).code.userCode
            await #expect(throws: ActionError.badCredentials, "a code is taken once") {
                try await people.allowDevice(other, as: "ada", isConfirmed: true, code: right, from: Self.here)
            }
        }
    }

    @Test(
        "What was permitted ends with the sessions: by another password, a second factor, a suspension",
        arguments: BackEnd.sample(1))
    func ends(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            func permitted() async throws -> String {
                let asked = try await people.askForDevice("atoll", from: Self.there)
                try await people.allowDevice(
                    asked.code.userCode, as: "ada", isConfirmed: true, code: nil, from: Self.here)
                return asked.secret
            }
            var secret = try await permitted()
            let hash = try await people.hash("four violet unusual harbours", knowing: [])
            try await bench.store.change(by: .operator) {
                try $0.setPassword(hash, of: "ada", keeping: nil, as: .resetPassword)
            }
            await #expect(throws: ActionError.unknown("code")) {
                _ = try await people.redeemDevice(secret, from: Self.there)
            }
            secret = try await permitted()
            let boss = try await bench.member("boss", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await bench.store.change(as: boss) {
                _ = try $0.suspend("ada", in: "acme", comment: nil, by: boss)
            }
            await #expect(throws: ActionError.unknown("code")) {
                _ = try await people.redeemDevice(secret, from: Self.there)
            }
        }
    }

    @Test("A sign-in that is not known to be fresh is not confirmed", arguments: BackEnd.sample(0))
    func stale(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            for isConfirmed in [false, true] {
                let asked = try await people.askForDevice("atoll", from: Self.there)
                try await people.allowDevice(
                    asked.code.userCode, as: "ada", isConfirmed: isConfirmed, code: nil, from: Self.here)
                let secret = try #require(try await people.redeemDevice(asked.secret, from: Self.there)).secret
                let session = try #require(try await people.session(for: secret, from: Self.there))
                #expect((session.confirmedUntil > bench.now.secondsSince1970) == isConfirmed)
            }
            let rows = try await bench.audit().filter { $0.action == "account:new-device" }
            #expect(rows.count == 2 && rows.allSatisfy { $0.actor == "ada" && $0.from?.address == "192.0.2.1" })
        }
    }

    @Test("Whoever asks again and again, or tries codes, has to wait")
    func floods() async throws {
        try await Self.run(on: .sqlite) { bench, people in
            var asked = 0
            await #expect(throws: ActionError.self) {
                for _ in 0..<200 {
                    _ = try await people.askForDevice("atoll", from: Self.there)
                    asked += 1
                }
            }
            #expect((1...60).contains(asked))
            // Others are not locked out by it.
            _ = try await people.askForDevice("atoll", from: Self.here)
            var tried = 0
            do {
                for _ in 0..<200 {
                    do {
                        _ = try await people.deviceCode(typed: "BCDF-GHJK", from: Self.there)
                    } catch ActionError.unknown {
                        tried += 1
                    }
                }
                Issue.record("Codes can be tried without an end.")
            } catch ActionError.tooMany {
                #expect((1...80).contains(tried))
            }
        }
    }

    @Test("Codes of one network make room for those of others", arguments: BackEnd.allCases)
    func crowd(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            let ask = { (number: Int, address: String) in
                try await bench.store.change(by: .operator) {
                    try $0.askForDevice(
                        DeviceCode.newUserCode(Array("code\(number)----".utf8)), digest: Data("\(number)".utf8),
                        agent: "atoll",
                        address: address, upTo: 12)
                }
            }
            let own = try await ask(0, "192.0.2.9").userCode
            // Networks of one customer, and far more than there is room for.
            for number in 1...50 { _ = try await ask(number, "2001:db8:1:\(String(number, radix: 16))::1") }
            let count = try await bench.store.read { try $0.session.row("SELECT count(*) FROM device_code")?.int(0) }
            #expect(count.map { $0 <= 12 } ?? false)
            let other = try await ask(99, "198.51.100.7").userCode
            for code in [own, other] {
                let found = try await bench.store.read { try $0.deviceCode(typed: code) }
                #expect(found?.state == .waiting)
            }
            // A permitted code stays as well.
            try await people.allowDevice(other, as: "ada", isConfirmed: true, code: nil, from: Self.here)
            for number in 100...120 { _ = try await ask(number, "198.51.100.\(number)") }
            let permitted = try await bench.store.read { try $0.deviceCode(withDigest: Data("99".utf8)) }
            #expect(permitted?.state == .allowed("ada"))
        }
    }

    @Test(
        "Codes as people type them",
        arguments: [
            ("BCDF-GHJK", "BCDF-GHJK"), ("bcdfghjk", "BCDF-GHJK"), (" b c d f - g h j k ", "BCDF-GHJK"),
            ("BCDF-GHJ", nil), ("BCDF-GHJKL", nil), ("ACDF-GHJK", nil), ("", nil), ("BCDF-GHJ\u{301}", nil),
            (String(repeating: "-", count: 41), nil),
        ] as [(String, String?)])
    func typed(_ text: String, code: String?) {
        #expect(DeviceCode.read(text) == code)
    }

    @Test("Every code that is made can be typed")
    func made() {
        for byte in UInt8.min ... .max {
            let code = DeviceCode.newUserCode(Array(repeating: byte, count: 8))
            #expect(DeviceCode.read(code) == code)
        }
    }
}
