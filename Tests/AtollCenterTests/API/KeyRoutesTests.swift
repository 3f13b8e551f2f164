import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterAnswers
@testable import AtollCenterDomain

@Suite("API keys over HTTP")
struct KeyRoutesTests {
    /// Makes a key as a caller.
    private static func make(_ center: TestCenter, as token: String, _ members: String = "") async throws
        -> TestCenter.Answer
    {
        try await center.send(
            "POST", "/v1/organizations/example/keys", as: token, #"{"name": "CI", "scopes": ["publish"]\#(members)}"#)
    }

    @Test("A developer's key publishes for as long as the developer may", arguments: BackEnd.allCases)
    func publishes(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("example", publisher: "com.example")
            let ada = try await center.session("ada", of: "example", as: [AssignedRole(.organizationAdministrator)])
            let bob = try await center.session("bob", of: "example", as: [AssignedRole(.developer)])
            let made = try await Self.make(center, as: bob)
            #expect(made.status == 201)
            let key = try #require(made.member("text"))
            #expect(try await center.upload(SampleMiniApp(), key: key).status == 201)
            let list = try await center.send("GET", "/v1/organizations/example/keys", as: bob, nil)
            let text = String(decoding: list.body, as: UTF8.self)
            // It was used, and its secret is nowhere.
            #expect(text.contains(#""used""#) && !text.contains(key.suffix(20)))
            let log = try await center.send("GET", "/v1/audit?action=key:use-first", as: ada, nil)
            #expect(String(decoding: log.body, as: UTF8.self).contains(#""actorKind":"key""#))

            // Narrowed to one mini app, they may publish no other; the key neither.
            let narrowed = #"{"roles": [{"role": "developer", "only": "com.example.sample"}]}"#
            let path = "/v1/organizations/example/members/bob"
            #expect(try await center.send("PUT", path + "/roles", as: ada, narrowed).status == 200)
            #expect(
                try await center.upload(SampleMiniApp(id: "com.example.other", name: "Other"), key: key).status == 403)
            #expect(
                try await center.upload(SampleMiniApp(id: "com.example.sample", name: "Again", code: 2), key: key)
                    .status
                    == 201)
            let auditor = #"{"roles": [{"role": "auditor"}]}"#
            #expect(try await center.send("PUT", path + "/roles", as: ada, auditor).status == 200)
            #expect(
                try await center.upload(SampleMiniApp(id: "com.example.sample", name: "No", code: 3), key: key).status
                    == 403)
            // Suspended, the key is gone for good.
            #expect(try await center.send("POST", path + "/suspend", as: ada, "{}").status == 200)
            #expect(
                try await center.upload(SampleMiniApp(id: "com.example.sample", name: "Sample", code: 4), key: key)
                    .status == 401)
        }
    }

    @Test("One's own keys are one's own; administrators see and revoke all", arguments: BackEnd.sample(1))
    func belong(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("example", publisher: "com.example")
            let ada = try await center.session("ada", of: "example", as: [AssignedRole(.organizationAdministrator)])
            let bob = try await center.session("bob", of: "example", as: [AssignedRole(.developer)])
            let eve = try await center.session("eve", of: "example", as: [AssignedRole(.developer)])
            let text = try #require(try await Self.make(center, as: bob).member("text"))
            let id = String(text.split(separator: "_")[1])
            let path = "/v1/organizations/example/keys/\(id)"
            func count(_ token: String) async throws -> Int {
                let list = try await center.send("GET", "/v1/organizations/example/keys", as: token, nil)
                return String(decoding: list.body, as: UTF8.self).components(separatedBy: #""created""#).count - 1
            }
            #expect(try await count(bob) == 1)
            #expect(try await count(eve) == 0)
            // That of the operator too.
            #expect(try await count(ada) == 2)
            #expect(try await center.send("DELETE", path, as: eve, nil).status == 404)
            #expect(try await center.send("DELETE", path, as: ada, nil).status == 204)
            #expect(try await center.send("DELETE", path, as: bob, nil).status == 404)

            // Reporting a leaked key reveals nothing about it.
            let other = try #require(try await Self.make(center, as: bob).member("text"))
            for secret in [other, other, "atoll_0000000000000000_x", "nonsense"] {
                let answer = try await center.send("POST", "/v1/keys/leaked", as: nil, #"{"secret": "\#(secret)"}"#)
                #expect(answer.status == 202 && answer.body.isEmpty)
            }
            #expect(try await count(bob) == 0)
            // Half of a key revokes nothing.
            let third = try #require(try await Self.make(center, as: bob).member("text"))
            let half = #"{"secret": "\#(third.prefix(40))"}"#
            #expect(try await center.send("POST", "/v1/keys/leaked", as: nil, half).status == 202)
            #expect(try await count(bob) == 1)

            let refused = [
                #", "days": 0"#: 400, #", "days": 1000"#: 400, #", "ids": ["x"]"#: 400, #", "more": 1"#: 400,
                #", "ids": ["com.other.app"]"#: 422, #", "ids": ["not an id"]"#: 422,
            ]
            for (members, status) in refused {
                #expect(try await Self.make(center, as: bob, members).status == status, "\(members)")
            }
            // A key makes no keys, and neither does a person who has not entered the password just now.
            #expect(try await Self.make(center, as: third).status == 403)
            let late = try await center.session("bob", of: "example", as: [], isConfirmed: false)
            #expect(try await Self.make(center, as: late).member("rule") == "sudo")
        }
    }

    @Test("A key of the operator works as before, until its organization is closed", arguments: BackEnd.sample(0))
    func operators(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            try await center.organization("example", publisher: "com.example")
            let path = "/v1/miniapps/com.example.sample/versions"
            #expect(try await center.send("GET", path, token: center.apiKey).status == 200)
            // The organization's administrator sees it, and it reads no more than they do.
            let ada = try await center.session("ada", of: "example", as: [AssignedRole(.organizationAdministrator)])
            let keys = try await center.send("GET", "/v1/organizations/example/keys", as: ada, nil)
            #expect(
                String(decoding: keys.body, as: UTF8.self).contains(
                    #""scopes":["access","catalog","publish","release"]"#))
            let bob = try await center.session("bob", of: "example", as: [AssignedRole(.developer)])
            let own = try #require(try await Self.make(center, as: bob).member("text"))
            // A developer's key makes no operator of who has it.
            for (text, isOperators) in [(own, false), (center.apiKey, true)] {
                let key = try #require(try await center.center.apiKeys.key(for: text, at: Date()))
                #expect(try await center.people.isOperators(key) == isOperators)
            }
            try await center.people.store.change(by: .operator) {
                _ = try $0.closeOrganization("example", comment: nil, by: .operator)
            }
            #expect(try await center.send("GET", path, token: center.apiKey).status == 403)
        }
    }

    @Test(
        "A key that was revoked meanwhile, or whose maker may no longer, does nothing more", arguments: BackEnd.allCases
    )
    func meanwhile(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            try await center.organization("example", publisher: "com.example")
            let bob = try await center.session("bob", of: "example", as: [AssignedRole(.developer)])
            let text = try #require(try await Self.make(center, as: bob).member("text"))
            let key = try #require(try await center.center.apiKeys.key(for: text, at: Date()))
            let store = center.people.store
            let origin = AuditActor.Origin(address: "127.0.0.1", agent: "test")
            let sender = PublisherSender.key(key, try await store.read { try $0.caller(of: key, from: origin) })
            let id = MiniAppID("com.example.sample")!
            let attempt = { @Sendable in
                try await store.read { try sender.require(.uploadVersions, of: $0.subject(of: id), $0) }
            }
            try await attempt()
            try await store.change(by: .operator) { change in
                try change.session.perform("DELETE FROM member_role WHERE account = 'bob'")
            }
            await #expect(throws: ActionError.forbidden(.uploadVersions)) { try await attempt() }
            try await center.center.apiKeys.revoke(key.id)
            await #expect(throws: Problem.self) { try await attempt() }
        }
    }
}
