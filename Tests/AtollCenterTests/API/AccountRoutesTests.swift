import AtollCenterAPI
import AtollCredentials
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("One's account over HTTP")
struct AccountRoutesTests {
    private static func account(_ center: TestCenter, _ name: String = "ada") async throws {
        let hash = try PasswordHash(of: TestCenter.password)
        try await center.people.store.change(by: .operator) {
            _ = try $0.createAccount(name, email: "\(name)@example.com", name: "Ada", password: hash)
        }
    }

    private static func signIn(_ center: TestCenter, _ password: String, code: String? = nil) async throws
        -> TestCenter.Answer
    {
        let member = code.map { #", "code": "\#($0)""# } ?? ""
        return try await center.send(
            "POST", "/v1/session", as: nil, #"{"email": "ada@example.com", "password": "\#(password)"\#(member)}"#)
    }

    /// The present code of the secret in an address for an authenticator app.
    private static func code(_ address: String, _ offset: Int = 0) throws -> String {
        let text = try #require(address.firstMatch(of: /secret=([A-Z2-7]+)/)).1
        var (bytes, buffer, bits) = ([UInt8](), 0, 0)
        for letter in text.utf8 {
            buffer = (buffer << 5 | Int(letter >= 65 ? letter - 65 : letter - 24)) & 0xfff
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(buffer >> bits & 0xff))
            }
        }
        return TOTP(secret: Data(bytes)).code(ofStep: TOTP.step(at: Date()) + offset)
    }

    @Test("A second factor from its address to its recovery codes, and away again", arguments: BackEnd.allCases)
    func secondFactor(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.account(center)
            let token = try #require(try await Self.signIn(center, TestCenter.password).member("secret"))
            let begun = try await center.send("POST", "/v1/account/2fa", as: token, nil)
            #expect(begun.status == 201)
            let address = try #require(begun.member("address"))
            let wrong = try await center.send("POST", "/v1/account/2fa/confirm", as: token, #"{"code": "abcdef"}"#)
            #expect(wrong.status == 401)
            // It is not in use before a code was entered.
            #expect(try await Self.signIn(center, TestCenter.password).status == 201)
            let first = #"{"code": "\#(try Self.code(address, -1))"}"#
            let confirmed = try await center.send("POST", "/v1/account/2fa/confirm", as: token, first)
            let codes = try JSONDecoder().decode(RecoveryCodesView.self, from: confirmed.body).codes
            #expect(confirmed.status == 200 && codes.count == 10)
            #expect(try await center.send("POST", "/v1/account/2fa", as: token, nil).status == 409)
            #expect(try await Self.signIn(center, TestCenter.password).status == 401)
            #expect(try await Self.signIn(center, TestCenter.password, code: codes[0]).status == 201)
            let removal = #"{"code": "\#(codes[1])"}"#
            #expect(try await center.send("POST", "/v1/account/2fa/remove", as: token, removal).status == 204)
            #expect(try await Self.signIn(center, TestCenter.password).status == 201)
            #expect(try await center.send("POST", "/v1/account/2fa/remove", as: token, removal).status == 401)
        }
    }

    @Test("Codes can't be tried one after another", arguments: [BackEnd.sqlite])
    func guessing(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.account(center)
            let token = try #require(try await Self.signIn(center, TestCenter.password).member("secret"))
            _ = try await center.send("POST", "/v1/account/2fa", as: token, nil)
            var statuses: [Int] = []
            // On a slow machine, the first waits are over before the next attempt.
            while statuses.count < 15, statuses.last != 429 {
                statuses.append(
                    try await center.send("POST", "/v1/account/2fa/confirm", as: token, #"{"code": "zzzzzz"}"#).status)
            }
            #expect(statuses.first == 401 && statuses.last == 429)
        }
    }

    @Test("A forgotten password is chosen anew by mail, once and within an hour", arguments: BackEnd.sample(1))
    func reset(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.account(center)
            let token = try #require(try await Self.signIn(center, TestCenter.password).member("secret"))
            // Whether there is an account or not, the answer is the same.
            for email in ["nobody@example.com", "ada@example.com"] {
                let answer = try await center.send("POST", "/v1/password/reset", as: nil, #"{"email": "\#(email)"}"#)
                #expect(answer.status == 202 && answer.body.isEmpty)
            }
            // It is sent after the answer.
            try await until("no mail came") { try !center.mails().isEmpty }
            #expect(try center.mails().count == 1)
            let secret = try #require(try center.mailedSecret("atollr_"))
            let weak = #"{"secret": "\#(secret)", "password": "ada@example.com"}"#
            #expect(try await center.send("POST", "/v1/password/reset/confirm", as: nil, weak).status == 422)
            let new = "violet harbours unusual four"
            let confirm = #"{"secret": "\#(secret)", "password": "\#(new)"}"#
            #expect(try await center.send("POST", "/v1/password/reset/confirm", as: nil, confirm).status == 204)
            #expect(try await center.send("POST", "/v1/password/reset/confirm", as: nil, confirm).status == 404)
            // Sessions with the old password have ended.
            #expect(try await center.send("GET", "/v1/account", as: token, nil).status == 401)
            #expect(try await Self.signIn(center, TestCenter.password).status == 401)
            #expect(try await Self.signIn(center, new).status == 201)
            #expect(try await center.people.store.read { try AuditLog.problems($0.session) }.isEmpty)
        }
    }

    @Test("Another password ends the other sessions", arguments: BackEnd.sample(0))
    func password(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.account(center)
            let one = try #require(try await Self.signIn(center, TestCenter.password).member("secret"))
            let other = try #require(try await Self.signIn(center, TestCenter.password).member("secret"))
            let late = try await center.session("ada", of: "none", as: [], isConfirmed: false)
            let change = #"{"password": "violet harbours unusual four"}"#
            #expect(try await center.send("PUT", "/v1/account/password", as: late, change).member("rule") == "sudo")
            #expect(try await center.send("PUT", "/v1/account/password", as: one, change).status == 204)
            #expect(try await center.send("GET", "/v1/account", as: one, nil).status == 200)
            #expect(try await center.send("GET", "/v1/account", as: other, nil).status == 401)
            #expect(try await center.send("GET", "/v1/account", as: late, nil).status == 401)
        }
    }

    @Test(
        "A code can't be guessed by whoever has the password, and each attempt is in the log",
        arguments: [BackEnd.sqlite])
    func guessingAtSignIn(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.account(center)
            let totp = TOTP()
            let code = totp.code(ofStep: TOTP.step(at: Date()) - 1)
            try await center.people.store.change(by: .operator) { change in
                try change.prepareSecondFactor(totp, of: "ada")
                try change.confirmSecondFactor(code, of: "ada", recoveryDigests: [])
            }
            var statuses: [Int] = []
            // On a slow machine, the first waits are over before the next attempt.
            while statuses.count < 15, statuses.last != 429 {
                statuses.append(try await Self.signIn(center, TestCenter.password, code: "zzzzzz").status)
            }
            #expect(statuses.first == 401 && statuses.last == 429)
            #expect(try await center.failures(statuses.count { $0 == 401 }))
        }
    }

    @Test("Strangers who try a name keep nobody out who has signed in with this program", arguments: [BackEnd.sqlite])
    func knownDevice(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.account(center)
            let first = try await Self.signIn(center, TestCenter.password)
            let (token, device) = (try #require(first.member("secret")), try #require(first.member("device")))
            var statuses: [Int] = []
            while statuses.count < 15, statuses.last != 429 {
                statuses.append(try await Self.signIn(center, "wrong").status)
            }
            #expect(statuses.last == 429)
            let json = #"{"email": "ada@example.com", "password": "\#(TestCenter.password)", "device": "\#(device)"}"#
            #expect(try await center.send("POST", "/v1/session", as: nil, json).status == 201)
            let sudo = #"{"password": "\#(TestCenter.password)"}"#
            #expect(try await center.send("POST", "/v1/session/sudo", as: token, sudo).status == 204)
        }
    }

    @Test("An invitation to somebody who has an account makes no work for whoever has it", arguments: [BackEnd.sqlite])
    func acceptance(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.account(center)
            try await center.organization("acme", publisher: "com.acme")
            let root = try await center.session("root", of: "acme", as: [AssignedRole(.organizationAdministrator)])
            let invitation = #"{"email": "ada@example.com", "roles": [{"role": "auditor"}]}"#
            _ = try await center.send("POST", "/v1/organizations/acme/invitations", as: root, invitation)
            let secret = try #require(try center.mailedSecret("atolli_"))
            let accept = #"{"secret": "\#(secret)", "name": "Eve", "password": "violet harbours unusual four"}"#
            #expect(try await center.send("POST", "/v1/accounts/accept", as: nil, accept).status == 409)
            let ada = try #require(try await Self.signIn(center, TestCenter.password).member("secret"))
            let own = #"{"secret": "\#(secret)"}"#
            #expect(try await center.send("POST", "/v1/accounts/accept", as: root, own).status == 404)
            #expect(try await center.send("POST", "/v1/accounts/accept", as: ada, own).status == 200)
        }
    }
}
