import AtollCenterAPI
import AtollTestSupport
import BoundedHTTP
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

/// The code flow with a provider whose behavior the test chooses.
@Suite("Sign-in with a provider")
struct ProviderSignInTests {
    private static let here = AuditActor.Origin(address: "192.0.2.1", agent: "browser/1")

    private struct Scene: Sendable {
        let bench: PeopleBench
        let issuer = TestIssuer("https://id.test")
        let signIn: ProviderSignIn
        /// The claims of the next token, in addition to the usual ones or in their place.
        let claims = NIOLockedValueBox<[String: (any Codable & Sendable)?]>([:])
        let sent = NIOLockedValueBox<[String]>([])

        init(_ bench: PeopleBench) async throws {
            self.bench = bench
            let people = PeopleService(bench.store) { (0..<$0).map { _ in UInt8.random(in: .min ... .max) } }
            let (issuer, claims, sent) = (issuer, claims, sent)
            signIn = ProviderSignIn(
                SignInProvider("Example", issuer: "https://id.test", clientID: "atoll", clientSecret: "a:b c")!, people,
                openID: issuer.provider(), center: "https://center.test"
            ) { request in
                let form = String(decoding: request.body ?? Data(), as: UTF8.self)
                let head = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
                sent.withLockedValue { $0.append(form + "\n" + head) }
                let token = try await issuer.token(claims.withLockedValue { $0 }, at: bench.now)
                return (200, Data(#"{"id_token": "\#(token)", "token_type": "Bearer"}"#.utf8))
            }
            try await bench.organization("acme", publisher: "com.acme")
            try await bench.member("ada", of: "acme", as: AssignedRole(.developer))
        }

        /// Begins a sign-in, and makes the provider identify the user, with these additional claims.
        func begin(
            _ other: [String: (any Codable & Sendable)?] = [:]
        ) async throws -> (query: [String: String], attempt: String) {
            let (address, attempt) = try await signIn.begin(
                for: .device(userCode: "BCDF-GHJK"), from: ProviderSignInTests.here)
            let items = URLComponents(string: address)?.queryItems ?? []
            let query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
            let time = Int(bench.now.timeIntervalSince1970)
            var claims: [String: (any Codable & Sendable)?] = [
                "aud": "atoll", "sub": "s1", "nonce": query["nonce"], "email": "ada@example.com",
                "email_verified": true, "auth_time": time - 5,
            ]
            claims.merge(other) { $1 }
            self.claims.withLockedValue { [claims] in $0 = claims }
            return (query, attempt)
        }
    }

    private static func run(on backEnd: BackEnd, _ body: @Sendable (Scene) async throws -> Void) async throws {
        try await PeopleBench.run(on: backEnd) { try await body(Scene($0)) }
    }

    @Test("Whom the provider names is signed in for that code, and for no other", arguments: BackEnd.allCases)
    func works(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { scene in
            let (query, attempt) = try await scene.begin()
            #expect(
                query["redirect_uri"] == "https://center.test/sign-in/callback" && query["prompt"] == "login"
                    && query["max_age"] == "0" && query["code_challenge_method"] == "S256")
            let (identity, code) = try await scene.signIn.finish(
                code: "c", state: query["state"]!, attempt: attempt, from: Self.here)
            let found = try await scene.signIn.account(identity, for: code)
            #expect(found?.account.id == "ada" && found?.isConfirmed == true)
            #expect(try await scene.signIn.account(identity, for: .device(userCode: "XXXX-XXXX")) == nil)
            #expect(try await scene.signIn.account(attempt, for: code) == nil)
            let request = try #require(scene.sent.withLockedValue { $0.first })
            // RFC 6749, 2.3.1: both parts are encoded before they are joined.
            let basic = Data("atoll:a%3Ab%20c".utf8).base64EncodedString()
            #expect(request.contains("Basic \(basic)") && request.contains("code_verifier="))
            scene.bench.wait(601)
            #expect(try await scene.signIn.account(identity, for: code) == nil)
        }
    }

    @Test(
        "A token that does not belong to the attempt signs nobody in",
        arguments: [
            ["nonce": "other"], ["nonce": nil], ["aud": "other"], ["azp": "other"], ["iss": "https://evil.test"],
            ["exp": 1], ["aud": ["atoll", "other"]], ["email": "nobody@example.com"], ["email_verified": false],
            ["email_verified": "TRUE"], ["sub": "s1\0"], ["sub": ""],
        ] as [[String: (any Codable & Sendable)?]])
    func foreign(_ claims: [String: (any Codable & Sendable)?]) async throws {
        try await Self.run(on: .sqlite) { scene in
            let (query, attempt) = try await scene.begin(claims)
            do {
                _ = try await scene.signIn.finish(
                    code: "c", state: query["state"]!, attempt: attempt, from: Self.here)
                Issue.record("Somebody was signed in.")
            } catch ActionError.notSignedIn(let fault) {
                #expect(!fault.sentence.isEmpty)
            }
        }
    }

    @Test("Neither does another state, another browser's attempt, an old one, a code that is too long")
    func states() async throws {
        try await Self.run(on: .sqlite) { scene in
            let (query, attempt) = try await scene.begin()
            let (_, other) = try await scene.begin()
            for (code, state, kept) in [
                ("c", "x", attempt), ("c", query["state"]!, other), ("c", query["state"]!, ""),
                ("", query["state"]!, attempt), (String(repeating: "c", count: 2_001), query["state"]!, attempt),
            ] {
                await #expect(throws: ActionError.badCredentials) {
                    _ = try await scene.signIn.finish(code: code, state: state, attempt: kept, from: Self.here)
                }
            }
            #expect(scene.sent.withLockedValue { $0.isEmpty })
            scene.bench.wait(601)
            await #expect(throws: ActionError.badCredentials) {
                _ = try await scene.signIn.finish(
                    code: "c", state: query["state"]!, attempt: attempt, from: Self.here)
            }
        }
    }

    @Test("Whoever has signed in long ago is not confirmed", arguments: [-901, -100_000, nil, 100_000, .min] as [Int?])
    func stale(_ age: Int?) async throws {
        try await Self.run(on: .sqlite) { scene in
            let time = Int(scene.bench.now.timeIntervalSince1970)
            let (query, attempt) = try await scene.begin(["auth_time": age.map { $0 == .min ? $0 : time + $0 }])
            let (identity, code) = try await scene.signIn.finish(
                code: "c", state: query["state"]!, attempt: attempt, from: Self.here)
            #expect(try await scene.signIn.account(identity, for: code)?.isConfirmed == false)
        }
    }

    @Test("A client does not make the Center ask the provider again and again")
    func floods() async throws {
        try await Self.run(on: .sqlite) { scene in
            let (query, attempt) = try await scene.begin(["nonce": "other"])
            do {
                for _ in 0..<100 {
                    do {
                        _ = try await scene.signIn.finish(
                            code: "c", state: query["state"]!, attempt: attempt, from: Self.here)
                    } catch ActionError.notSignedIn {}
                }
                Issue.record("There is no end.")
            } catch ActionError.tooMany {
                #expect(scene.sent.withLockedValue { $0.count } < 30)
            }
        }
    }

    @Test(
        "A key that is not understood, or has no name, does not spoil the others",
        arguments: [
            #"{"kty": "oct", "k": "AAAA"}"#, #"{"kty": "AKP", "alg": "ML-DSA-65", "pub": "AA", "kid": "x"}"#,
            #"{"kty": "EC", "crv": "secp256k1", "x": "AA", "y": "AA", "kid": "x"}"#, #"{"kty": "RSA", "kid": "x"}"#,
            #"{"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"}"#, "{}", "7",
            #"{"kty": "RSA", "kid": "x", "use": "enc", "n": "AQAB", "e": "AQAB"}"#,
        ])
    func keys(_ odd: String) async throws {
        let issuer = TestIssuer()
        let own = try issuer.ownKey()
        for set in ["{\"keys\": [\(odd), \(own)]}", "{\"keys\": [\(own), \(odd)]}"] {
            issuer.keySet = Data(set.utf8)
            let token = try await issuer.provider().verified(
                issuer.token(), for: "https://center.test", at: Date())
            #expect(token.subject == "repo:acme/kudos")
        }
        // Without a name, and without an algorithm.
        issuer.keySet = Data(
            "{\"keys\": [\(own.replacing(#","kid":"test""#, with: "").replacing(#""kid":"test","#, with: "").replacing(#""alg":"ES256","#, with: ""))]}"
                .utf8)
        _ = try await issuer.provider().verified(issuer.token(), for: "https://center.test", at: Date())
    }
}
