import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Who publishes in a super app")
struct GrantTests {
    private static let id = "com.acme.lagoon"

    /// `acme` owns a super app that Ada administers; Dev develops for `other`, which publishes.
    private static func scene(_ bench: PeopleBench) async throws -> (ada: Caller, dev: Caller) {
        try await bench.organization("acme", publisher: "com.acme")
        try await bench.organization("other", publisher: "com.other")
        let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.superAppAdministrator))
        let dev = try await bench.member("dev", of: "other", as: AssignedRole(.developer))
        _ = try await bench.store.change(as: ada) {
            try $0.createSuperApp(MiniAppID(Self.id)!, name: "Lagoon", organization: "acme", by: ada)
        }
        return (ada, dev)
    }

    @Test("It is asked for, given and taken back, each with its row", arguments: BackEnd.allCases)
    func life(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let (ada, dev) = try await Self.scene(bench)
            let ask = { @Sendable (organization: String, comment: String, caller: Caller) in
                try await bench.store.change(as: caller) {
                    try $0.askForGrant(of: Self.id, to: organization, comment: comment, by: caller)
                }
            }
            let give = { @Sendable (organization: String, caller: Caller) in
                try await bench.store.change(as: caller) {
                    try $0.giveGrant(of: Self.id, to: organization, comment: nil, by: caller)
                }
            }
            let take = { @Sendable (caller: Caller) in
                try await bench.store.change(as: caller) { try $0.takeGrant(of: Self.id, from: "other", by: caller) }
            }
            await #expect(throws: ActionError.unknown("grant")) { try await take(ada) }
            #expect(try await ask("other", "a calendar", dev).state == .asked)
            // Asked again, it is the same; it does not take back what was given.
            #expect(try await ask("other", "again", dev).comment == "a calendar")
            #expect(try await give("other", ada).state == .given)
            #expect(try await ask("other", "again", dev).state == .given)
            try await take(ada)
            #expect(try await bench.store.read { try $0.grant(of: MiniAppID(Self.id)!, to: "other") } == nil)

            let bad: [(@Sendable () async throws -> Grant, ActionError)] = [
                ({ try await give("other", dev) }, .forbidden(.giveGrant)),
                ({ try await give("other", .test("ada", isConfirmed: false)) }, .confirmationNeeded),
                ({ try await give("nobody", ada) }, .unknown("organization")),
                (
                    { try await give("acme", ada) },
                    .conflict(rule: "own", "The organization owns the super app: it needs no grant.")
                ),
                ({ try await ask("acme", "", dev) }, .unknown("organization")),
                (
                    { try await ask("other", String(repeating: "x", count: 2_001), dev) },
                    .invalid("comment", "must have at most 2000 characters")
                ),
            ]
            for (work, error) in bad {
                await #expect(throws: error) { _ = try await work() }
            }
            let rows = try await bench.audit().filter { $0.action.hasPrefix("grant") }.map(\.action)
            #expect(rows == ["grant:take", "grant:give", "grant:ask"])
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test("Only the owner and those with a grant publish in a super app that is owned", arguments: BackEnd.sample(1))
    func publishing(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let id = MiniAppID(TestTrust.superApp)!
            try await center.organization("acme", publisher: "com.acme")
            try await center.organization("publisher", publisher: "com.example")
            // It has no owner: every publisher may publish in it.
            #expect(try await center.upload(SampleMiniApp()).status == 201)
            let make = { @Sendable in
                _ = try await center.people.store.change(by: .operator) {
                    try $0.createSuperApp(id, name: "Super", organization: "acme", by: .operator)
                }
            }
            try await make()
            // Its mini app is in it already, so its organization may continue.
            let grant = { @Sendable in
                try await center.people.store.read { try $0.grant(of: id, to: "publisher")?.state }
            }
            #expect(try await grant() == .given)
            #expect(try await center.upload(SampleMiniApp(id: "com.example.sample", code: 2)).status == 201)
            let store = center.people.store
            try await store.change(by: .operator) {
                try $0.takeGrant(of: id.rawValue, from: "publisher", by: .operator)
            }
            let refused = try await center.upload(SampleMiniApp(id: "com.example.sample", code: 3))
            #expect(refused.status == 403 && refused.member("rule") == "not-granted")
            _ = try await store.change(by: .operator) {
                try $0.giveGrant(of: id.rawValue, to: "publisher", comment: nil, by: .operator)
            }
            #expect(try await center.upload(SampleMiniApp(id: "com.example.sample", code: 3)).status == 201)
            _ = try await store.change(by: .operator) {
                try $0.setDisabled(true, superApp: id.rawValue, comment: nil, by: .operator)
            }
            let disabled = try await center.upload(SampleMiniApp(id: "com.example.sample", code: 4))
            #expect(disabled.status == 409 && disabled.member("rule") == "disabled-super-app")
            // The settings are those of the organization that owns it: a key of another one does not change them, not
            // even that of the publisher whose name the id begins with.
            let path = "/v1/superapps/\(id)/attributes"
            #expect(try await center.send("PUT", path, as: center.apiKey, "[]").status == 404)
            let ada = try await center.session("ada", of: "acme", as: [AssignedRole(.superAppAdministrator)])
            #expect(try await center.send("PUT", path, as: ada, "[]").status == 204)
            #expect(try await center.send("GET", path, as: ada, nil).status == 200)
            let body = #"{"name": "settings", "scopes": ["catalog"]}"#
            let made = try await center.send("POST", "/v1/organizations/acme/keys", as: ada, body)
            let key = try #require(made.member("text"))
            #expect(try await center.send("PUT", path, as: key, "[]").status == 204)
            let dev = try await center.session("dev", of: "publisher", as: [AssignedRole(.developer)])
            #expect(try await center.send("PUT", path, as: dev, "[]").status == 403)
        }
    }

    @Test("A super app that nobody has named is served once an organization owns it", arguments: BackEnd.sample(0))
    func served(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("publisher", publisher: "com.example")
            let package = try MiniAppPackage(archive: SampleMiniApp().archive)
            let statement = try center.trust.statement(about: package, superApps: ["com.example.lagoon"])
            let path = "/v1/miniapps/com.example.sample/versions"
            let upload = { @Sendable in
                try await center.send(
                    "POST", path, token: center.apiKey, body: SampleMiniApp().archive, statement: statement)
            }
            let unknown = try await upload()
            #expect(unknown.status == 422 && unknown.member("rule") == "unknown-super-app")
            _ = try await center.people.store.change(by: .operator) {
                try $0.createSuperApp(
                    MiniAppID("com.example.lagoon")!, name: "Lagoon", organization: "publisher", by: .operator)
            }
            #expect(try await upload().status == 201)
            let settings = try await center.send(
                "PUT", "/v1/superapps/com.example.lagoon/attributes", as: center.apiKey, "[]")
            #expect(settings.status == 204)
        }
    }

    @Test("A list of grants shows an owner all, and others their own", arguments: BackEnd.sample(1))
    func lists(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            for name in ["acme", "one", "two"] { try await center.organization(name, publisher: "com.\(name)") }
            let owner = try await center.session("ada", of: "acme", as: [AssignedRole(.superAppAdministrator)])
            let one = try await center.session("uno", of: "one", as: [AssignedRole(.developer)])
            let body = #"{"id": "com.acme.lagoon", "name": "Lagoon", "organization": "acme"}"#
            #expect(try await center.send("POST", "/v1/superapps", as: owner, body).status == 201)
            let grants = "/v1/superapps/com.acme.lagoon/grants"
            let asked = try await center.send("POST", grants, as: one, #"{"organization": "one"}"#)
            #expect(asked.status == 201 && asked.member("state") == "asked")
            #expect(try await center.send("PUT", "\(grants)/two", as: owner, "{}").member("state") == "given")
            let organizations = { @Sendable (token: String, query: String) in
                let answer = try await center.send("GET", grants + query, as: token, nil)
                let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
                return (object?["items"] as? [[String: Any]])?.compactMap { $0["organization"] as? String }
            }
            #expect(try await organizations(owner, "") == ["one", "two"])
            #expect(try await organizations(owner, "?limit=1") == ["one"])
            #expect(try await organizations(owner, "?cursor=one") == ["two"])
            #expect(try await organizations(owner, "?cursor=zzz") == [])
            #expect(try await organizations(one, "") == ["one"])
            let auditor = try await center.session("aud", of: "acme", as: [AssignedRole(.auditor)])
            #expect(try await organizations(auditor, "") == ["one", "two"])
            // The log of the owner has who asked, and not from where: that is the other organization's.
            let answer = try await center.send("GET", "/v1/audit?action=grant:ask", as: auditor, nil)
            let log = String(decoding: answer.body, as: UTF8.self)
            #expect(log.contains(#""actor":"uno""#) && !log.contains(#""address""#))
            let own = try await center.send("GET", "/v1/audit?action=grant:give", as: auditor, nil)
            #expect(String(decoding: own.body, as: UTF8.self).contains(#""address""#))
            #expect(try await center.send("DELETE", "\(grants)/one", as: owner, nil).status == 204)
            #expect(try await organizations(one, "") == [])
        }
    }
}
