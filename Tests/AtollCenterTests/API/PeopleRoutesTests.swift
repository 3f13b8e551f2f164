import AtollCenterAPI
import AtollCredentials
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("People over HTTP")
struct PeopleRoutesTests {
    @Test(
        "Invited by mail, accepted with a password, signed in, confirmed, and out again", arguments: BackEnd.sample(0))
    func wholeWay(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.acme")
            let ada = try await center.session("ada", of: "acme", as: [AssignedRole(.organizationAdministrator)])
            let invitation = #"{"email": "bob@example.com", "roles": [{"role": "developer"}]}"#
            let invited = try await center.send("POST", "/v1/organizations/acme/invitations", as: ada, invitation)
            #expect(invited.status == 201 && invited.member("state") == "open")
            // Neither the answer nor anything that can be read later has the secret.
            let secret = try #require(try center.mailedSecret("atolli_"))
            #expect(!String(decoding: invited.body, as: UTF8.self).contains("atolli_"))

            let weak = #"{"secret": "\#(secret)", "name": "Bob", "password": "password12345"}"#
            let refused = try await center.send("POST", "/v1/accounts/accept", as: nil, weak)
            #expect(refused.status == 422 && refused.member("rule") == "password")
            let accept = #"{"secret": "\#(secret)", "name": "Bob", "password": "\#(TestCenter.password)"}"#
            #expect(try await center.send("POST", "/v1/accounts/accept", as: nil, accept).status == 200)
            #expect(try await center.send("POST", "/v1/accounts/accept", as: nil, accept).status == 404)

            for (email, password) in [("bob@example.com", "wrong"), ("nobody@example.com", TestCenter.password)] {
                let answer = try await center.send(
                    "POST", "/v1/session", as: nil, #"{"email": "\#(email)", "password": "\#(password)"}"#)
                #expect(answer.status == 401 && answer.member("rule") == "credentials")
            }
            let right = #"{"email": "Bob@Example.com", "password": "\#(TestCenter.password)"}"#
            let signedIn = try await center.send("POST", "/v1/session", as: nil, right)
            #expect(signedIn.status == 201)
            let bob = try #require(signedIn.member("secret"))
            let account = try await center.send("GET", "/v1/account", as: bob, nil)
            #expect(account.status == 200 && account.member("email") == "bob@example.com")
            #expect(String(decoding: account.body, as: UTF8.self).contains(#""role":"developer""#))

            let wrong = try await center.send("POST", "/v1/session/sudo", as: bob, #"{"password": "wrong"}"#)
            #expect(wrong.status == 401)
            let sudo = #"{"password": "\#(TestCenter.password)"}"#
            #expect(try await center.send("POST", "/v1/session/sudo", as: bob, sudo).status == 204)
            #expect(try await center.send("DELETE", "/v1/session", as: bob, nil).status == 204)
            #expect(try await center.send("GET", "/v1/account", as: bob, nil).status == 401)

            let log = try await center.send("GET", "/v1/audit?organization=acme", as: ada, nil)
            let text = String(decoding: log.body, as: UTF8.self)
            #expect(
                log.status == 200 && text.contains("member:accept") && !text.contains("atolli_")
                    && !text.contains("atolls_"))
            #expect(try await center.people.store.read { try AuditLog.problems($0.session) }.isEmpty)
        }
    }

    @Test("Suspending a person ends their sessions and keys immediately", arguments: BackEnd.sample(1))
    func suspends(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.acme")
            let ada = try await center.session("ada", of: "acme", as: [AssignedRole(.organizationAdministrator)])
            let bob = try await center.session("bob", of: "acme", as: [AssignedRole(.developer)])
            #expect(try await center.send("GET", "/v1/organizations/acme", as: bob, nil).status == 200)
            let path = "/v1/organizations/acme/members/bob"
            let late = try await center.session("ada", of: "acme", as: [], isConfirmed: false)
            let unconfirmed = try await center.send("POST", path + "/suspend", as: late, "{}")
            #expect(unconfirmed.status == 403 && unconfirmed.member("rule") == "sudo")
            let suspended = try await center.send("POST", path + "/suspend", as: ada, #"{"comment": "left"}"#)
            #expect(suspended.status == 200 && suspended.member("isSuspended") != nil)
            #expect(try await center.send("GET", "/v1/organizations/acme", as: bob, nil).status == 401)
            #expect(try await center.send("POST", path + "/reactivate", as: ada, "{}").status == 200)
            #expect(try await center.send("GET", "/v1/organizations/acme", as: bob, nil).status == 401)
            let last = try await center.send("DELETE", "/v1/organizations/acme/members/ada", as: ada, nil)
            #expect(last.status == 409 && last.member("rule") == "last-administrator")
        }
    }

    @Test("With a second factor, the password is not enough, and no code works twice", arguments: BackEnd.sample(0))
    func secondFactor(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let totp = TOTP()
            let codes = RecoveryCodes.make()
            let hash = try PasswordHash(of: TestCenter.password)
            // The step that has just gone by, so that the present one can be used to sign in.
            let step = TOTP.step(at: Date()) - 1
            try await center.people.store.change(by: .operator) { change in
                _ = try change.createAccount("ada", email: "ada@example.com", name: "Ada", password: hash)
                try change.prepareSecondFactor(totp, of: "ada")
                try change.confirmSecondFactor(
                    totp.code(ofStep: step), of: "ada", recoveryDigests: codes.map(RecoveryCodes.digest(of:)))
            }
            func signIn(_ code: String?) async throws -> Int {
                let member = code.map { #", "code": "\#($0)""# } ?? ""
                let json = #"{"email": "ada@example.com", "password": "\#(TestCenter.password)"\#(member)}"#
                return try await center.send("POST", "/v1/session", as: nil, json).status
            }
            #expect(try await signIn(nil) == 401)
            #expect(try await signIn("000000") == 401 || totp.code(ofStep: step + 1) == "000000")
            #expect(try await signIn(totp.code(ofStep: step)) == 401)
            let code = totp.code(ofStep: step + 1)
            #expect(try await signIn(code) == 201)
            #expect(try await signIn(code) == 401)
            #expect(try await signIn(codes[3].lowercased()) == 201)
            #expect(try await signIn(codes[3]) == 401)
            #expect(try await signIn(codes[4]) == 201)
        }
    }

    @Test("What isn't valid is refused with the part that is wrong, and nothing is 500", arguments: BackEnd.sample(1))
    func hostile(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.acme")
            let ada = try await center.session("ada", of: "acme", as: [AssignedRole(.organizationAdministrator)])
            let long = String(repeating: "x", count: 10_000)
            let attempts: [(method: String, path: String, json: String?, status: Int)] = [
                ("POST", "/v1/session", "{}", 400), ("POST", "/v1/session", "[]", 400),
                ("POST", "/v1/session", nil, 400),
                ("POST", "/v1/session", #"{"email": 1, "password": "x"}"#, 400),
                ("POST", "/v1/session", #"{"email": "\#(long)", "password": "\#(long)"}"#, 400),
                ("POST", "/v1/session", #"{"email": "a@b.c", "password": "x"}"#, 401),
                ("POST", "/v1/session", #"{"email": "a@b.c", "password": null}"#, 400),
                ("POST", "/v1/session", #"{"email": "a@b.c", "password": "a\u0000b"}"#, 400),
                ("POST", "/v1/session", #"{"email": "a@b.c", "password": "x", "other": 1}"#, 400),
                (
                    "POST", "/v1/session",
                    #"{"email": "a@b.c", "password": "\#(String(repeating: "x", count: 100_000))"}"#, 413
                ),
                ("POST", "/v1/accounts/accept", #"{"secret": "atolli_x"}"#, 404),
                ("POST", "/v1/accounts/decline", #"{"secret": ""}"#, 400),
                ("GET", "/v1/organizations?limit=0", nil, 400), ("GET", "/v1/organizations?limit=1&limit=2", nil, 400),
                ("GET", "/v1/organizations?cursor=%00", nil, 400), ("GET", "/v1/organizations/%00", nil, 404),
                ("GET", "/v1/organizations/%FF", nil, 404), ("GET", "/v1/organizations/a%2Fb", nil, 404),
                ("GET", "/v1/organizations/\(long)", nil, 404), ("GET", "/v1/audit?action=none", nil, 400),
                ("GET", "/v1/audit?from=-1", nil, 400), ("GET", "/v1/audit?cursor=99999999999999999999", nil, 400),
                ("PUT", "/v1/organizations/acme/members/ada/roles", #"{"roles": [{"role": "king"}]}"#, 400),
                ("PUT", "/v1/organizations/acme/members/ada/roles", #"{"roles": []}"#, 400),
                ("PUT", "/v1/organizations/acme/members/nobody/roles", #"{"roles": [{"role": "auditor"}]}"#, 404),
                ("DELETE", "/v1/sessions/nothing", nil, 404), ("PUT", "/v1/organizations/acme", "{}", 200),
                ("PUT", "/v1/organizations/acme", #"{"name": " x"}"#, 422),
                ("GET", "/v1/organizations?cursor=", nil, 400), ("TRACE", "/v1/organizations", nil, 405),
                ("PATCH", "/v1/organizations/acme", "{}", 405), ("DELETE", "/v1/miniapps", nil, 405),
                ("POST", "/v1/organizations/acme/invitations", #"{"email": "x", "roles": [{"role": "auditor"}]}"#, 400),
                (
                    "POST", "/v1/organizations/acme/invitations",
                    #"{"email": "no address", "roles": [{"role": "auditor"}]}"#, 422
                ),
            ]
            for (method, path, json, status) in attempts {
                let answer = try await center.send(method, path, as: ada, json)
                #expect(
                    answer.status == status,
                    "\(method) \(path.prefix(80)): \(String(decoding: answer.body, as: UTF8.self))")
            }
            // The decoder would take it, unchecked.
            let wide = try #require(#"{"email": "a@b.c", "password": "x"}"#.data(using: .utf16))
            #expect(try await center.send("POST", "/v1/session", body: wide, host: nil).status == 400)
            for token in ["", "x", "atolls_", "atolls_" + long, "atoll_a_b", "atolls_~"] {
                let status = try await center.send("GET", "/v1/account", as: token, nil).status
                #expect(status == 401 || (status == 431 && token.count > 9_000), "\(token.prefix(10)): \(status)")
            }
            // An API key is not a person.
            #expect(try await center.send("GET", "/v1/account", as: center.apiKey, nil).status == 403)
            #expect(try await center.send("GET", "/v1/audit", as: center.apiKey, nil).status == 403)
        }
    }

    @Test("Many wrong passwords are slowed down; the right one still works elsewhere", arguments: [BackEnd.sqlite])
    func slows(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let hash = try PasswordHash(of: TestCenter.password)
            try await center.people.store.change(by: .operator) {
                _ = try $0.createAccount("ada", email: "ada@example.com", name: "Ada", password: hash)
            }
            var statuses: [Int] = []
            // On a slow machine, the first waits are over before the next attempt.
            while statuses.count < 15, statuses.last != 429 {
                let answer = try await center.send(
                    "POST", "/v1/session", as: nil, #"{"email": "ada@example.com", "password": "wrong"}"#)
                statuses.append(answer.status)
                if answer.status == 429 { #expect(answer.headers["retry-after"] != nil) }
            }
            #expect(statuses.prefix(5).allSatisfy { $0 == 401 } && statuses.last == 429)
            #expect(try await center.failures(statuses.count { $0 == 401 }))
        }
    }

    @Test("A mail that can't be sent is said, and the invitation can be sent again", arguments: [BackEnd.sqlite])
    func mail(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.acme")
            let ada = try await center.session("ada", of: "acme", as: [AssignedRole(.organizationAdministrator)])
            // A file is where the folder should be.
            let outbox = center.directory.url.appending(path: "outbox")
            try Data().write(to: outbox)
            let json = #"{"email": "bob@example.com", "roles": [{"role": "developer"}]}"#
            let path = "/v1/organizations/acme/invitations"
            let failed = try await center.send("POST", path, as: ada, json)
            #expect(failed.status == 503 && failed.member("rule") == "mail")
            try FileManager.default.removeItem(at: outbox)
            #expect(try await center.send("POST", path, as: ada, json).status == 409)
            let list = String(decoding: try await center.send("GET", path, as: ada, nil).body, as: UTF8.self)
            let id = try #require(list.firstMatch(of: /"id":"([0-9a-f]+)"/)).1
            #expect(try await center.send("POST", "\(path)/\(id)/resend", as: ada, "{}").status == 200)
            #expect(try center.mailedSecret("atolli_") != nil)
        }
    }
}
