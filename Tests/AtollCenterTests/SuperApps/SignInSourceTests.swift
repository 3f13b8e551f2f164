import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import JWTKit
import NIOConcurrencyHelpers
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

@Suite("Super apps with an issuer of their own")
struct SignInSourceTests {
    private static let id = MiniAppID(TestTrust.superApp)!
    private static let issuer = "https://id.acme.test"

    @Test("Tokens of a super app are those of its own issuer, and of nobody else", arguments: BackEnd.sample(0))
    func tokens(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            // Its key set is a file that the Center itself serves.
            let key = ES256PrivateKey()
            var keys = SampleMiniApp()
            keys.files["keys.json"] = String(decoding: try TestCenter.keySet(of: key), as: UTF8.self)
            #expect(try await center.upload(keys).status == 201)
            let digest = SHA256Hash(of: Data((keys.files["keys.json"] ?? "").utf8))
            let address = center.address.absoluteString + "/v1/blobs/\(digest)"
            let status = { @Sendable (issuer: String, key: ES256PrivateKey?) in
                let token = try await center.token(issuer: issuer, signedBy: key)
                return try await center.send("GET", "/v1/miniapps", token: token).status
            }
            #expect(try await status(TestCenter.issuer, nil) == 200)
            #expect(try await status(Self.issuer, key) == 401)
            let store = center.people.store
            try await center.organization("acme", publisher: "com.acme")
            let source = try SignInSource(issuer: Self.issuer, keySet: address)
            try await store.change(by: .operator) { change in
                _ = try change.createSuperApp(Self.id, name: "Super", organization: "acme", by: .operator)
                _ = try change.setSignIn(source, of: Self.id.rawValue, by: .operator)
            }
            try await until { try await status(Self.issuer, key) == 200 }
            // The issuer of the others' tokens does not sign those of this one; nor does another key.
            #expect(try await status(TestCenter.issuer, nil) == 401)
            #expect(try await status(Self.issuer, nil) == 401)
            #expect(try await status(TestCenter.issuer, key) == 401)
            let foreign = try await center.token(issuer: Self.issuer, superApp: "com.acme.other", signedBy: key)
            let host = HostIdentity(superApp: "com.acme.other", version: "1.0").header
            #expect(try await center.send("GET", "/v1/miniapps", token: foreign, host: host).status == 401)
            for token in ["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.e30."] {
                #expect(try await center.send("GET", "/v1/miniapps", token: token).status == 401, "\(token)")
            }
            _ = try await store.change(by: .operator) { try $0.setSignIn(nil, of: Self.id.rawValue, by: .operator) }
            try await until { try await status(TestCenter.issuer, nil) == 200 }
            #expect(try await status(Self.issuer, key) == 401)
        }
    }

    @Test("Only who runs the Center says from where keys are fetched", arguments: BackEnd.allCases)
    func changes(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme", publisher: "com.acme")
            try await bench.organization("platform")
            let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.superAppAdministrator))
            let root = try await bench.member("root", of: "platform", as: AssignedRole(.platformAdministrator))
            let source = try SignInSource(issuer: Self.issuer, keySet: Self.issuer + "/keys")
            let set = { @Sendable (id: String, source: SignInSource?, caller: Caller) in
                try await bench.store.change(as: caller) { try $0.setSignIn(source, of: id, by: caller) }
            }
            for id in ["com.acme.one", "com.acme.two"] {
                _ = try await bench.store.change(as: ada) {
                    try $0.createSuperApp(MiniAppID(id)!, name: "One", organization: "acme", by: ada)
                }
            }
            await #expect(throws: ActionError.forbidden(.manageSignIn)) { try await set("com.acme.one", source, ada) }
            #expect(try await set("com.acme.one", source, root).signIn == source)
            #expect(try await set("com.acme.one", source, root).revision == 2)
            await #expect(throws: ActionError.taken("issuer", "Another super app has this issuer already.")) {
                try await set("com.acme.two", source, root)
            }
            #expect(try await set("com.acme.one", nil, root).signIn == nil)
            #expect(try await set("com.acme.two", source, root).signIn == source)
            #expect(try await bench.audit().filter { $0.subject == "sign-in" }.count == 3)
        }
    }

    @Test(
        "An address that does not protect the keys is refused",
        arguments: [
            "", "id.acme.test", "http://id.acme.test", "file:///etc/passwd", "https://", "https://a b", "javascript:0",
            "https://id.acme.test/\u{0}", "https://ada:secret@id.acme.test",
            "https://" + String(repeating: "a", count: 300),
        ])
    func addresses(_ address: String) {
        #expect(throws: ActionError.invalid("issuer", "must be an https URL of at most 300 bytes, without a user")) {
            try SignInSource(issuer: address, keySet: "https://id.acme.test/keys")
        }
        #expect(throws: ActionError.invalid("keySet", "must be an https URL of at most 300 bytes, without a user")) {
            try SignInSource(issuer: "https://id.acme.test", keySet: address)
        }
    }

    @Test("The address of the keys is shown to those who may change it, and the common issuer stays common")
    func shown() async throws {
        try await TestCenter.run { center in
            for id in ["acme", "platform"] { try await center.organization(id, publisher: "com.\(id)") }
            let root = try await center.session("root", of: "platform", as: [AssignedRole(.platformAdministrator)])
            let ada = try await center.session("ada", of: "acme", as: [AssignedRole(.superAppAdministrator)])
            let body = #"{"id": "com.acme.lagoon", "name": "Lagoon", "organization": "acme"}"#
            #expect(try await center.send("POST", "/v1/superapps", as: ada, body).status == 201)
            let path = "/v1/superapps/com.acme.lagoon"
            let common = #"{"issuer": "\#(TestCenter.issuer)", "keySet": "https://id.acme.test/keys"}"#
            #expect(try await center.send("PUT", path + "/sign-in", as: root, common).member("rule") == "taken")
            let own = #"{"issuer": "https://id.acme.test", "keySet": "https://id.acme.test/keys"}"#
            #expect(try await center.send("PUT", path + "/sign-in", as: ada, own).status == 403)
            #expect(try await center.send("PUT", path + "/sign-in", as: root, own).status == 200)
            let toRoot = try await center.send("GET", path, as: root, nil)
            #expect(String(decoding: toRoot.body, as: UTF8.self).contains("keySet"))
            let toAda = String(decoding: try await center.send("GET", path, as: ada, nil).body, as: UTF8.self)
            #expect(toAda.contains("https://id.acme.test") && !toAda.contains("keySet"))
        }
    }

    @Test("What was read counts for seconds; keys that did not change are kept")
    func directory() async throws {
        try await PeopleBench.run(on: .sqlite) { bench in
            try await bench.organization("acme", publisher: "com.acme")
            let time = NIOLockedValueBox(ContinuousClock.now)
            let made = NIOLockedValueBox(0)
            let issuers = OwnIssuers(bench.store, clock: { time.withLockedValue { $0 } }) { source in
                made.withLockedValue { $0 += 1 }
                return TokenVerifier(
                    keys: SignInKeySource { Data() }, issuer: source.issuer, audience: "x", now: { Date() })
            }
            let set = { @Sendable (issuer: String) in
                let source = try SignInSource(issuer: issuer, keySet: issuer + "/keys")
                _ = try await bench.store.change(by: .operator) {
                    try $0.setSignIn(source, of: "com.acme.lagoon", by: .operator)
                }
            }
            _ = try await bench.store.change(by: .operator) {
                try $0.createSuperApp(
                    MiniAppID("com.acme.lagoon")!, name: "Lagoon", organization: "acme", by: .operator)
            }
            #expect(try await issuers.current().isEmpty)
            try await set("https://one.test")
            #expect(try await issuers.current().isEmpty)
            time.withLockedValue { $0 += OwnIssuers.maximumAge }
            #expect(try await issuers.current().issuers == ["com.acme.lagoon": "https://one.test"])
            time.withLockedValue { $0 += OwnIssuers.maximumAge }
            _ = try await issuers.current()
            #expect(made.withLockedValue { $0 } == 1)
            try await set("https://two.test")
            time.withLockedValue { $0 += OwnIssuers.maximumAge }
            #expect(try await issuers.current().byIssuer.keys.sorted() == ["https://two.test"])
            #expect(made.withLockedValue { $0 } == 2)
        }
    }

    /// Waits until the Center has read again who signs for whom.
}
