import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import JWTKit
import Testing

@testable import AtollCenter
@testable import AtollCenterAnswers
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

/// Publishing from CI with the token of a job.
@Suite("Trusted publishers")
struct TrustedPublisherTests {
    private static let kudos = MiniAppID("com.acme.kudos")!
    private static let origin = AuditActor.Origin(address: "192.0.2.1", agent: "ci/1")
    private static let claims = [
        "repository": "acme/kudos", "repository_owner_id": "42",
        "workflow_ref": "acme/kudos/.github/workflows/publish.yml",
    ]

    private struct Scene: Sendable {
        let bench: PeopleBench
        let issuer = TestIssuer()
        let tokens: CITokens
        let ada: Caller

        init(_ bench: PeopleBench) async throws {
            self.bench = bench
            let people = PeopleService(bench.store) { (0..<$0).map { _ in UInt8.random(in: .min ... .max) } }
            let issuer = issuer
            tokens = CITokens(
                people, issuers: [CIIssuer(issuer.address, .github)!], audience: "https://center.test"
            ) { _ in issuer.provider() }
            try await bench.organization("acme", publisher: "com.acme")
            ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
        }

        @discardableResult
        func trust(
            _ claims: [String: String] = TrustedPublisherTests.claims, ids: [MiniAppID] = [], by caller: Caller? = nil,
            id: String = "t1"
        ) async throws -> TrustedPublisher {
            let (caller, kind) = (caller ?? ada, CIIssuer(issuer.address, .github)!)
            return try await bench.store.change(as: caller) {
                try $0.addTrustedPublisher(
                    id, of: "acme", named: "Kudos", issuer: kind, claims: claims, ids: ids, by: caller)
            }
        }

        func exchange(
            _ other: [String: (any Codable & Sendable)?] = [:], for id: MiniAppID = kudos,
            signedBy stranger: ES256PrivateKey? = nil
        ) async throws -> String {
            let token = try await issuer.token(other, at: bench.now, signedBy: stranger)
            return try await tokens.exchange(token, for: id, from: TrustedPublisherTests.origin).text
        }
    }

    private static func run(on backEnd: BackEnd, _ body: @Sendable (Scene) async throws -> Void) async throws {
        try await PeopleBench.run(on: backEnd) { try await body(Scene($0)) }
    }

    @Test("A job of the repository gets a key for its mini app, for 15 minutes", arguments: BackEnd.allCases)
    func exchanges(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { scene in
            try await scene.trust()
            let text = try await scene.exchange()
            let id = String(text.split(separator: "_")[1])
            let key = try #require(try await scene.bench.store.read { try $0.key(id) })
            #expect(key.scopes == ["publish", "read"] && key.ids == ["com.acme.kudos"] && key.organization == "acme")
            #expect(key.expires - key.created == 900 && key.trustedPublisher == "t1" && key.maker == nil)
            // It belongs to no member, and can't be revoked by hand.
            #expect(try await scene.bench.store.read { try $0.keys(of: "acme") }.isEmpty)
            let row = try #require(try await scene.bench.audit().first { $0.action == "ci:exchange" })
            #expect(row.actor == "t1" && row.actorKind == "ci" && row.miniApp == "com.acme.kudos" && row.subject == id)
            #expect(row.comment?.contains("repository acme/kudos") == true && row.comment?.contains("sha abc") == true)
            #expect(try await scene.bench.auditProblems().isEmpty)
        }
    }

    @Test(
        "Capital letters in the names of owners and repositories don't matter, whichever side has them",
        arguments: [
            ["repository": "Acme/KUDOS", "workflow_ref": "Acme/KUDOS/.github/workflows/publish.yml@refs/tags/v2"],
            ["workflow_ref": "ACME/kudos/.github/workflows/publish.yml@refs/heads/main"],
        ])
    func letters(_ other: [String: String]) async throws {
        try await Self.run(on: .sqlite) { scene in
            try await scene.trust()
            _ = try await scene.exchange(other.mapValues { $0 as (any Codable & Sendable)? })
        }
        try await Self.run(on: .sqlite) { scene in
            try await scene.trust(Self.claims.merging(["repository": "Acme/Kudos"]) { $1 })
            _ = try await scene.exchange()
        }
    }

    @Test("The key stands for the organization, and never for the operator", arguments: BackEnd.sample(1))
    func stands(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { scene in
            try await scene.trust()
            let text = try await scene.exchange()
            let people = scene.tokens.people
            let found = try #require(
                try await scene.bench.store.read { try $0.key(String(text.split(separator: "_")[1])) })
            let key = APIKey(
                id: found.id, publisher: PublisherID("com.acme")!, scopes: [.publish, .read], ids: [Self.kudos],
                created: scene.bench.now, expires: scene.bench.now + 900)
            #expect(try await !people.isOperators(key))
            let caller = Caller(
                .system,
                .key(id: key.id, scopes: key.scopes, organization: "acme", ids: key.ids, maker: nil))
            let own = PermissionSubject(organization: "acme", miniApp: "com.acme.kudos")
            let other = PermissionSubject(organization: "acme", miniApp: "com.acme.other")
            let allowed = try await scene.bench.store.read { view in
                try [
                    (Action.uploadVersions, own), (.uploadVersions, other), (.manageMembers, own), (.decideReview, own),
                ]
                .map { try view.allows($0, of: $1, to: caller) }
            }
            #expect(allowed == [true, false, false, false])
        }
    }

    @Test(
        "Whatever the job is not, it does not get for", arguments: BackEnd.allCases,
        [
            ["repository": "acme/other"], ["repository": "acme/kudos "],
            // Capital letters matter in the names of files.
            ["workflow_ref": "acme/kudos/.github/workflows/Publish.yml@refs/heads/main"],
            // Another party has registered the name of the owner again.
            ["repository_owner_id": "43"], ["repository_owner_id": nil],
            ["workflow_ref": "acme/kudos/.github/workflows/other.yml@refs/tags/v1"],
            ["workflow_ref": "acme/kudos/.github/workflows/publish.yml.evil@refs/tags/v1"],
            ["workflow_ref": "acme/kudos/.github/workflows/publish.yml@evil.yml@refs/heads/main"],
            ["repository": "acme/\u{212a}udos"],
            ["workflow_ref": "evil/x@acme/kudos/.github/workflows/publish.yml"],
        ] as [[String: String?]])
    func strangers(_ backEnd: BackEnd, _ claims: [String: String?]) async throws {
        try await Self.run(on: backEnd) { scene in
            try await scene.trust()
            let error = await #expect(throws: ActionError.self) {
                _ = try await scene.exchange(claims.mapValues { $0 as (any Codable & Sendable)? })
            }
            guard case .untrusted = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test(
        "A token that is not the CI's, not for this Center, or not of this time, is not valid",
        arguments: [
            ["aud": "https://other.test"], ["aud": nil], ["exp": 1], ["nbf": 4_000_000_000], ["iat": 4_000_000_000],
            ["sub": ""], ["iss": "https://evil.test"], ["exp": nil], ["aud": 5],
        ] as [[String: (any Codable & Sendable)?]])
    func invalid(_ claims: [String: (any Codable & Sendable)?]) async throws {
        try await Self.run(on: .sqlite) { scene in
            try await scene.trust()
            let error = await #expect(throws: Problem.self) { _ = try await scene.exchange(claims) }
            #expect(error?.status == .unauthorized)
        }
    }

    @Test("Neither is one of another key, without a signature, damaged or too long")
    func forged() async throws {
        try await Self.run(on: .sqlite) { scene in
            try await scene.trust()
            await #expect(throws: Problem.self) { _ = try await scene.exchange(signedBy: ES256PrivateKey()) }
            let token = try await scene.issuer.token(at: scene.bench.now)
            let parts = token.split(separator: ".").map(String.init)
            let none = Data(#"{"alg":"none","typ":"JWT"}"#.utf8).base64URL
            let symmetric = Data(#"{"alg":"HS256","typ":"JWT","kid":"test"}"#.utf8).base64URL
            for bad in [
                "", ".", "..", "a.b.c", parts[0] + "." + parts[1] + ".", none + "." + parts[1] + ".",
                symmetric + "." + parts[1] + "." + parts[2], String(token.dropLast(3)),
                parts[0] + "." + parts[1] + String(repeating: "A", count: 30_000) + "." + parts[2],
            ] {
                let error = await #expect(throws: Problem.self, "\(bad.prefix(60))") {
                    _ = try await scene.tokens.exchange(bad, for: Self.kudos, from: Self.origin)
                }
                #expect(error?.status == .unauthorized)
            }
        }
    }

    @Test("A token is taken once; one that is valid for years, never", arguments: BackEnd.sample(0))
    func once(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { scene in
            try await scene.trust()
            let token = try await scene.issuer.token(at: scene.bench.now)
            _ = try await scene.tokens.exchange(token, for: Self.kudos, from: Self.origin)
            for _ in 0..<2 {
                await #expect(throws: ActionError.usedToken) {
                    _ = try await scene.tokens.exchange(token, for: Self.kudos, from: Self.origin)
                }
            }
            // The same token with its signature written in another way.
            for variant in [token + "=", token + "==", token.replacing("-", with: "+").replacing("_", with: "/")] {
                await #expect(throws: (any Error).self) {
                    _ = try await scene.tokens.exchange(variant, for: Self.kudos, from: Self.origin)
                }
            }
            await #expect(throws: ActionError.self) { _ = try await scene.exchange(["exp": 4_000_000_000]) }
            await #expect(throws: ActionError.self) { _ = try await scene.exchange(["exp": 1e300]) }
            // Another one of the same job.
            _ = try await scene.exchange(["jti": "2"])
        }
    }

    @Test("It is limited to its mini apps, and to those of its organization", arguments: BackEnd.sample(1))
    func narrow(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { scene in
            try await scene.trust(ids: [Self.kudos])
            _ = try await scene.exchange()
            for id in ["com.acme.other", "com.other.kudos"] {
                await #expect(throws: ActionError.self) {
                    _ = try await scene.exchange(["jti": id], for: MiniAppID(id)!)
                }
            }
        }
    }

    @Test("Removed, it gets no keys, and those that it has end", arguments: BackEnd.sample(0))
    func removed(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { scene in
            try await scene.trust()
            let id = String(try await scene.exchange().split(separator: "_")[1])
            let ada = scene.ada
            try await scene.bench.store.change(as: ada) { try $0.removeTrustedPublisher("t1", of: "acme", by: ada) }
            #expect(try await scene.bench.store.read { try $0.key(id) } == nil)
            await #expect(throws: ActionError.self) { _ = try await scene.exchange(["jti": "2"]) }
            await #expect(throws: ActionError.unknown("trusted publisher")) {
                try await scene.bench.store.change(as: ada) { try $0.removeTrustedPublisher("t1", of: "acme", by: ada) }
            }
            let actions = try await scene.bench.audit().map(\.action)
            #expect(actions.contains("ci:add") && actions.contains("ci:remove"))
        }
    }

    @Test("It permits no more than its creator's current roles", arguments: BackEnd.sample(1))
    func makers(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { scene in
            let dev = try await scene.bench.member("dev", of: "acme", as: AssignedRole(.developer))
            try await scene.trust(ids: [Self.kudos], by: dev)
            _ = try await scene.exchange()
            let ada = scene.ada
            func isStillTrusted() async throws -> Bool {
                try await scene.bench.store.read { view in
                    let id = try #require(try view.session.row("SELECT id FROM api_key")?.text(0))
                    return try view.isStillTrusted(id, for: Self.kudos.rawValue)
                }
            }
            #expect(try await isStillTrusted())
            try await scene.bench.store.change(as: ada) {
                _ = try $0.suspend("dev", in: "acme", comment: nil, by: ada)
            }
            await #expect(throws: ActionError.self) { _ = try await scene.exchange(["jti": "2"]) }
            // Neither may the key that a job has got before.
            #expect(try await isStillTrusted() == false)
        }
    }

    @Test("A developer may trust a repository for their own mini apps only", arguments: BackEnd.sample(0))
    func developers(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { scene in
            let dev = try await scene.bench.member(
                "dev", of: "acme", as: AssignedRole(.developer, only: "com.acme.kudos"))
            await #expect(throws: ActionError.forbidden(.manageTrustedPublishers)) { try await scene.trust(by: dev) }
            await #expect(throws: ActionError.forbidden(.manageTrustedPublishers)) {
                try await scene.trust(ids: [Self.kudos, MiniAppID("com.acme.other")!], by: dev)
            }
            try await scene.trust(ids: [Self.kudos], by: dev)
            let unconfirmed = Caller.test("dev", isConfirmed: false)
            await #expect(throws: ActionError.confirmationNeeded) {
                try await scene.bench.store.change(as: unconfirmed) {
                    try $0.removeTrustedPublisher("t1", of: "acme", by: unconfirmed)
                }
            }
            // A key for all mini apps is not theirs to remove.
            try await scene.trust(id: "t2")
            await #expect(throws: ActionError.forbidden(.manageTrustedPublishers)) {
                try await scene.bench.store.change(as: dev) {
                    try $0.removeTrustedPublisher("t2", of: "acme", by: dev)
                }
            }
        }
    }

    @Test("What says too little, or too much, is refused", arguments: BackEnd.sample(1))
    func refused(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { scene in
            var claims = Self.claims
            claims["repository_owner_id"] = nil
            await #expect(throws: ActionError.invalid("claims", "must have repository_owner_id too")) {
                try await scene.trust(claims)
            }
            claims = Self.claims
            claims["ref"] = ""
            await #expect(throws: ActionError.self) { try await scene.trust(claims) }
            claims["ref"] = String(repeating: "x", count: 501)
            await #expect(throws: ActionError.self) { try await scene.trust(claims) }
            claims = Self.claims
            for index in 0..<10 { claims["c\(index)"] = "x" }
            await #expect(throws: ActionError.self) { try await scene.trust(claims) }
            await #expect(throws: ActionError.self) { try await scene.trust(ids: [MiniAppID("com.other.kudos")!]) }
            try await scene.trust()
            await #expect(throws: ActionError.self) { try await scene.trust(id: "t2") }
        }
    }

    @Test("A provider that is down, or speaks for another, is left alone for a while")
    func down() async throws {
        let (issuer, clock) = (TestIssuer(), TestClock())
        let provider = issuer.provider { clock.now }
        issuer.isDown = true
        for _ in 0..<10 {
            let error = await #expect(throws: Problem.self) {
                _ = try await provider.verified(issuer.token(), for: "https://center.test", at: Date())
            }
            #expect(error?.status == .serviceUnavailable)
        }
        #expect(issuer.fetches == 1)
        issuer.isDown = false
        issuer.saidIssuer = "https://evil.test"
        clock.advance(by: .seconds(6))
        await #expect(throws: Problem.self) {
            _ = try await provider.verified(issuer.token(), for: "https://center.test", at: Date())
        }
        issuer.saidIssuer = nil
        clock.advance(by: .seconds(6))
        _ = try await provider.metadata()
        // Known metadata continues to count while the provider is away, for each caller.
        issuer.isDown = true
        clock.advance(by: .seconds(4_000))
        for _ in 0..<3 { _ = try await provider.metadata() }
        issuer.isDown = false
        clock.advance(by: .seconds(6))
        let token = try await provider.verified(issuer.token(), for: "https://center.test", at: Date())
        #expect(token.subject == "repo:acme/kudos")
    }
}
