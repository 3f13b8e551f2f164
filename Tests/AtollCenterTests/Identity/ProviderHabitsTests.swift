import AtollCenterAPI
import AtollCredentials
import AtollTestSupport
import BoundedHTTP
import Foundation
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

/// Providers as companies have them, by what their documentation and their users say of them.
@Suite("Sign-in with the providers that companies have")
struct ProviderHabitsTests {
    private static let here = AuditActor.Origin(address: "192.0.2.1", agent: "browser/1")

    /// A kind of provider: what it says of itself and of people, and how the operator configures it.
    struct Kind: CustomTestStringConvertible {
        let name: String
        var issuer = "https://id.test"
        /// Members of its document.
        var methods: [String]? = ["client_secret_basic", "client_secret_post"]
        /// Claims in place of the usual ones; nil for none.
        var claims: [String: (any Codable & Sendable)?] = [:]
        var habits = SignInProvider.Habits()
        /// Whether coming back counts as just having entered a password.
        var confirms = true

        var testDescription: String { name }

        static let all: [Kind] = [
            // Of a single tenant: no email_verified, and auth_time only as an optional claim. The secret in the body.
            Kind(
                name: "Microsoft Entra", issuer: "https://login.microsoftonline.test/8a1e/v2.0",
                methods: ["client_secret_post", "private_key_jwt", "client_secret_basic"],
                claims: [
                    "email_verified": nil, "auth_time": nil, "preferred_username": "ada@example.com", "tid": "8a1e",
                ],
                habits: habits { $0.verifiesAddresses = true }, confirms: false),
            Kind(
                name: "Microsoft Entra with xms_edov",
                claims: ["email_verified": nil, "xms_edov": "1", "auth_time": nil],
                confirms: false),
            Kind(
                name: "Google", methods: ["client_secret_post", "client_secret_basic"],
                claims: ["auth_time": nil, "hd": "example.com"],
                habits: habits { $0.prompt = "select_account" }, confirms: false),
            Kind(name: "Okta", methods: ["client_secret_basic", "client_secret_post", "client_secret_jwt"]),
            // Its issuer ends with a slash, and email_verified may be a text.
            Kind(
                name: "Auth0", issuer: "https://acme.auth0.test/", methods: ["client_secret_post"],
                claims: ["email_verified": "true"]),
            Kind(
                name: "Keycloak", issuer: "https://id.test/realms/acme",
                methods: ["private_key_jwt", "client_secret_basic"]),
            // Of another provider behind it, auth_time may be missing.
            Kind(
                name: "Keycloak, brokered", issuer: "https://id.test/realms/acme",
                claims: ["auth_time": nil, "email_verified": nil],
                habits: habits {
                    $0.verifiesAddresses = true; $0.asksEachTime = true
                }),
            Kind(
                name: "Dex", issuer: "https://id.test/dex", methods: ["client_secret_basic", "client_secret_post"],
                claims: ["auth_time": nil], habits: habits { $0.asksEachTime = true }),
            Kind(
                name: "Authentik", issuer: "https://id.test/application/o/atoll/",
                methods: ["client_secret_post", "client_secret_basic"]),
            Kind(
                name: "GitLab", methods: ["client_secret_basic", "client_secret_post"],
                claims: ["groups_direct": ["acme"]]),
            Kind(
                name: "AD FS", issuer: "https://fs.test/adfs",
                methods: ["client_secret_post", "windows_client_authentication"],
                claims: [
                    "email": nil, "email_verified": nil, "upn": "ada@example.com", "auth_time": "2026-11-29T12:00:00Z",
                ],
                habits: habits {
                    $0.verifiesAddresses = true; $0.addressClaim = "upn"
                }, confirms: false),
            Kind(name: "one that says nothing of secrets", methods: nil),
        ]

        private static func habits(_ change: (inout SignInProvider.Habits) -> Void) -> SignInProvider.Habits {
            var habits = SignInProvider.Habits()
            change(&habits)
            return habits
        }
    }

    private struct Scene: Sendable {
        let bench: PeopleBench
        let people: PeopleService
        let issuer: TestIssuer
        let signIn: ProviderSignIn
        let log: LogRecorder
        let claims = NIOLockedValueBox<[String: (any Codable & Sendable)?]>([:])
        let answer = NIOLockedValueBox<(Int, String)?>(nil)
        let sent = NIOLockedValueBox<[String]>([])

        init(_ bench: PeopleBench, _ kind: Kind, configured: String? = nil) async throws {
            self.bench = bench
            people = PeopleService(bench.store) { (0..<$0).map { _ in UInt8.random(in: .min ... .max) } }
            issuer = TestIssuer(kind.issuer)
            if let methods = kind.methods {
                issuer.saidBesides =
                    #", "token_endpoint_auth_methods_supported": [\#(methods.map { "\"\($0)\"" }.joined(separator: ","))]"#
            }
            log = LogRecorder()
            let (issuer, claims, sent, answer) = (issuer, claims, sent, answer)
            signIn = ProviderSignIn(
                SignInProvider(
                    "Example", issuer: configured ?? kind.issuer, clientID: "atoll", clientSecret: "s",
                    habits: kind.habits)!,
                people, openID: issuer.provider(as: configured), center: "https://center.test", logger: log.logger
            ) { request in
                let form = String(decoding: request.body ?? Data(), as: UTF8.self)
                let head = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
                sent.withLockedValue { $0.append(form + "\n" + head) }
                if let answer = answer.withLockedValue({ $0 }) { return (answer.0, Data(answer.1.utf8)) }
                let token = try await issuer.token(claims.withLockedValue { $0 }, at: bench.now)
                return (200, Data(#"{"id_token": "\#(token)", "token_type": "Bearer"}"#.utf8))
            }
            try await bench.organization("acme", publisher: "com.acme")
            try await bench.member("ada", of: "acme", as: AssignedRole(.developer))
        }

        /// Signs in, and returns who it is for the Center.
        func finish(
            _ kind: Kind, _ other: [String: (any Codable & Sendable)?] = [:],
            for purpose: ProviderSignIn.Purpose = .console(then: "/")
        ) async throws -> ProvenAccount? {
            let (address, attempt) = try await signIn.begin(for: purpose, from: here)
            let items = URLComponents(string: address)?.queryItems ?? []
            let query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
            let time = Int(bench.now.timeIntervalSince1970)
            var claims: [String: (any Codable & Sendable)?] = [
                "aud": "atoll", "sub": "s1", "nonce": query["nonce"], "email": "ada@example.com",
                "email_verified": true, "auth_time": time - 5,
            ]
            claims.merge(kind.claims) { $1 }
            claims.merge(other) { $1 }
            self.claims.withLockedValue { [claims] in $0 = claims }
            let (identity, _) = try await signIn.finish(code: "c", state: query["state"]!, attempt: attempt, from: here)
            return try await signIn.account(identity, for: purpose)
        }
    }

    @Test(
        "Somebody signs in, again after that, is confirmed as far as the provider proves it, and gets a session",
        arguments: Kind.all)
    func kinds(_ kind: Kind) async throws {
        try await PeopleBench.run(on: .sqlite) { bench in
            let scene = try await Scene(bench, kind)
            for _ in 0..<2 {
                let found = try #require(try await scene.finish(kind))
                #expect(found.account.id == "ada" && found.isConfirmed == kind.confirms)
                let signedIn = try await scene.people.signIn(found, code: nil, from: Self.here)
                #expect(signedIn.account.id == "ada")
            }
            // By its subject from then on: the address may belong to another person some day.
            #expect(
                try await scene.finish(kind, ["email": "other@example.com", "upn": "other@example.com"])?.account.id
                    == "ada")
            let request = try #require(scene.sent.withLockedValue { $0.first })
            let isBasic = kind.methods.map { $0.contains("client_secret_basic") } ?? true
            #expect(
                request.contains("Authorization: Basic") == isBasic && request.contains("client_secret=s") != isBasic)
            #expect(scene.log.messages.isEmpty)
        }
    }

    @Test("Who is invited and has no account gets one", arguments: Kind.all)
    func invited(_ kind: Kind) async throws {
        try await PeopleBench.run(on: .sqlite) { bench in
            let scene = try await Scene(bench, kind)
            let administrator = try await bench.member("root", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await bench.store.change(as: administrator) {
                _ = try $0.invite(
                    "new@example.com", into: "acme", as: [AssignedRole(.developer)], id: "i1", digest: Data("1".utf8),
                    by: administrator)
            }
            let claims = ["sub": "s2", "email": "new@example.com", "upn": "new@example.com"]
            let found = try #require(
                try await scene.finish(
                    kind, kind.habits.addressClaim == "upn" ? claims.merging(["email": ""]) { $1 } : claims))
            #expect(found.account.email == "new@example.com" && !found.account.hasPassword)
        }
    }

    @Test(
        "What is configured wrongly has a line for the operator, and a sentence for the person",
        arguments: [
            (["email_verified": nil], nil, "--sign-in-emails-verified", "is verified"),
            (["email": nil], nil, "no claim \"email\"", "did not send your e-mail address"),
            (["email_verified": false], nil, "--sign-in-emails-verified", "is verified"),
            (["email": "nobody@example.com"], nil, "no account", "invite it"),
            (["aud": "other"], nil, "another audience", "can't be used"),
            (["nonce": "other"], nil, "another sign-in", "can't be used"),
            (["iss": "https://evil.test"], nil, "another issuer", "can't be used"),
            (["exp": 1], nil, "expired", "can't be used"),
            (
                [:],
                (
                    401,
                    #"{"error": "invalid_client", "error_description": "AADSTS7000215: Invalid client secret provided."}"#
                ), "AADSTS7000215", "does not accept this Center"
            ),
            ([:], (400, #"{"error": "unauthorized_client"}"#), "unauthorized_client", "does not accept this Center"),
            ([:], (400, #"{"error": "invalid_grant"}"#), "invalid_grant", "Begin again"),
            (
                [:], (400, #"{"error": "invalid_request", "error_description": "redirect_uri\u001b[31m differs"}"#),
                "invalid_request", "can't be used"
            ),
            ([:], (200, "{}"), "no id_token", "can't be used"),
            ([:], (500, "<html>"), "status: 500", "not available"),
        ] as [([String: (any Codable & Sendable)?], (Int, String)?, String, String)])
    func faults(
        _ claims: [String: (any Codable & Sendable)?], _ answer: (Int, String)?, _ logged: String, _ said: String
    ) async throws {
        try await PeopleBench.run(on: .sqlite) { bench in
            let kind = Kind(name: "any")
            let scene = try await Scene(bench, kind)
            scene.answer.withLockedValue { $0 = answer }
            do {
                _ = try await scene.finish(kind, claims)
                Issue.record("Somebody was signed in.")
            } catch let error as ActionError {
                #expect(error.description.contains(said), "\(error.description)")
            }
            let lines = scene.log.messages
            #expect(lines.count == 1 && lines.allSatisfy { $0.contains(logged) }, "\(lines)")
            #expect(lines.allSatisfy { !$0.contains("@example.com") && !$0.contains("\u{1b}") })
        }
    }

    @Test("A provider that takes secrets only in other ways is named, and what it answers in place of a code")
    func others() async throws {
        try await PeopleBench.run(on: .sqlite) { bench in
            let kind = Kind(name: "keys only", methods: ["private_key_jwt", "tls_client_auth"])
            let scene = try await Scene(bench, kind)
            await #expect(throws: ActionError.self) { try await scene.finish(kind) }
            #expect(
                scene.log.messages.first?.contains("private_key_jwt") == true
                    && scene.sent.withLockedValue { $0.isEmpty })
            let (address, attempt) = try await scene.signIn.begin(for: .console(then: "/"), from: Self.here)
            let state = try #require(URLComponents(string: address)?.queryItems?.first { $0.name == "state" }?.value)
            // Only with the state that this browser was given: anybody can lead it here.
            for (state, attempt) in [("x", attempt), (state, "x"), ("", "")] {
                let error = try await scene.signIn.refused(
                    "call +1 900", "", state: state, attempt: attempt, from: Self.here)
                #expect(error == .badCredentials)
            }
            #expect(scene.log.messages.count == 1)
            let error = try await scene.signIn.refused(
                "access_denied\u{202E}", "AADSTS50105: User 'ada@example.com' is not assigned, code 0.AX8AbCdEf.",
                state: state,
                attempt: attempt, from: Self.here)
            #expect(error.description.contains("(access_denied\\u{202E} AADSTS50105)"), "\(error.description)")
            let line = try #require(scene.log.messages.last)
            #expect(line.contains("AADSTS50105") && !line.contains("example.com") && !line.contains("AbCdEf"))
        }
    }

    @Test(
        "An issuer may be configured without the slash at its end, and in no other way otherwise than it names itself")
    func issuers() async throws {
        try await PeopleBench.run(on: .sqlite) { bench in
            let kind = Kind(name: "slash", issuer: "https://acme.auth0.test/")
            let scene = try await Scene(bench, kind, configured: "https://acme.auth0.test")
            #expect(try await scene.finish(kind)?.account.id == "ada")
            let other = OpenIDError.otherIssuer("https://login.microsoftonline.com/{tenantid}/v2.0")
            #expect("\(other)".contains("{tenantid}/v2.0") && "\(other)".contains("id of your tenant"))
        }
    }

    @Test(
        "A second factor confirms, where the provider does not say when somebody has signed in",
        arguments: BackEnd.allCases)
    func secondFactor(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let kind = Kind(name: "Google", claims: ["auth_time": nil])
            let scene = try await Scene(bench, kind)
            let totp = TOTP()
            try await bench.store.change(by: .operator) { change in
                try change.prepareSecondFactor(totp, of: "ada")
                try change.confirmSecondFactor(
                    totp.code(ofStep: TOTP.step(at: change.now)), of: "ada", recoveryDigests: [])
            }
            bench.wait(60)
            let found = try #require(try await scene.finish(kind))
            await #expect(throws: ActionError.badCredentials) {
                try await scene.people.signIn(found, code: "000000", from: Self.here)
            }
            let signedIn = try await scene.people.signIn(
                found, code: totp.code(ofStep: TOTP.step(at: bench.now)), from: Self.here)
            let session = try #require(try await scene.people.session(for: signedIn.secret, from: Self.here))
            #expect(session.confirmedUntil > Int(bench.now.timeIntervalSince1970))
            // Later, a code is enough, because the account has no password.
            bench.wait(1_000)
            try await scene.people.confirm(
                session, password: "", code: totp.code(ofStep: TOTP.step(at: bench.now)), from: Self.here)
            let again = try #require(try await scene.people.session(for: signedIn.secret, from: Self.here))
            #expect(again.confirmedUntil > Int(bench.now.timeIntervalSince1970))
            await #expect(throws: ActionError.badCredentials) {
                try await scene.people.confirm(session, password: "", code: "000000", from: Self.here)
            }
        }
    }
}

/// Keeps the lines that something logs.
private final class LogRecorder: Sendable {
    private let lines = NIOLockedValueBox<[String]>([])

    var logger: Logger {
        let lines = lines
        return Logger(label: "test") { _ in Handler(lines: lines) }
    }

    var messages: [String] { lines.withLockedValue { $0 } }

    private struct Handler: LogHandler {
        let lines: NIOLockedValueBox<[String]>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        init(lines: NIOLockedValueBox<[String]>) { self.lines = lines }

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let values = (event.metadata ?? [:]).map { "\($0): \($1)" }.sorted().joined(separator: " ")
            lines.withLockedValue { $0.append("\(event.level) \(event.message) \(values)") }
        }
    }
}
