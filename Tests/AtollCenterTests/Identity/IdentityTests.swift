import AtollCenterAPI
import AtollTestSupport
import Crypto
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

/// Whose account it is that a provider vouches for.
@Suite("External identities")
struct IdentityTests {
    private static let origin = AuditActor.Origin(address: "192.0.2.1", agent: "browser/1")

    private static func identity(
        _ subject: String, email: String? = nil, isVerified: Bool = true, issuer: String = "https://id.test"
    ) throws -> ProvenIdentity {
        var claims: [String: Any] = ["iss": issuer, "sub": subject, "aud": "x", "exp": 1, "name": "Ada Moreno"]
        claims["email"] = email
        claims["email_verified"] = isVerified
        let data = try JSONSerialization.data(withJSONObject: claims)
        return ProvenIdentity(try JSONDecoder().decode(IdentityToken.self, from: data))
    }

    private static func run(
        on backEnd: BackEnd, _ body: @Sendable (PeopleBench, PeopleService) async throws -> Void
    ) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let people = PeopleService(bench.store) { (0..<$0).map { _ in UInt8.random(in: .min ... .max) } }
            try await bench.organization("acme", publisher: "com.acme")
            try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await body(bench, people)
        }
    }

    @Test("The first time by the verified address, later by the subject", arguments: BackEnd.allCases)
    func links(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            let first = try Self.identity("s1", email: "ADA@Example.com")
            #expect(try await people.account(of: first, from: Self.origin).id == "ada")
            // The address at the provider may change; whose it is does not.
            let moved = try Self.identity("s1", email: "other@example.com")
            #expect(try await people.account(of: moved, from: Self.origin).id == "ada")
            let rows = try await bench.audit().filter { $0.action == "account:verify" }
            #expect(rows.count == 1 && rows[0].actor == "ada" && rows[0].after == "https://id.test")
        }
    }

    @Test(
        "Strangers, unverified addresses and addresses that were given to somebody else open nothing",
        arguments: BackEnd.sample(1))
    func strangers(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            try await bench.member("kim", of: "acme", as: AssignedRole(.developer))
            _ = try await people.account(of: Self.identity("s1", email: "ada@example.com"), from: Self.origin)
            for identity in [
                try Self.identity("s2"), try Self.identity("s2", email: "nobody@example.com"),
                try Self.identity("s2", email: "ada@example.com"),
                try Self.identity("s2", email: "ada@example.com", isVerified: false),
                try Self.identity("s2", email: "ada@example.com\0"),
                // Lowercased, the Kelvin sign is a k.
                try Self.identity("s2", email: "\u{212a}im@example.com"),
                try Self.identity("s2", email: String(repeating: "a", count: 10_000) + "@example.com"),
            ] {
                await #expect(throws: PeopleService.Unknown.self) {
                    _ = try await people.account(of: identity, from: Self.origin)
                }
            }
            // Another provider is another matter.
            let other = try Self.identity("s1", email: "ada@example.com", issuer: "https://other.test")
            #expect(try await people.account(of: other, from: Self.origin).id == "ada")
            try await bench.store.change(by: .operator) {
                try $0.session.perform("UPDATE account SET is_suspended = 1")
            }
            await #expect(throws: PeopleService.Unknown.self) {
                _ = try await people.account(of: Self.identity("s1"), from: Self.origin)
            }
        }
    }

    @Test(
        "An account with a second factor is linked only once the factor was given: a recycled address keeps nobody out",
        arguments: BackEnd.sample(0))
    func factor(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            try await bench.store.change(by: .operator) {
                try $0.session.perform("UPDATE account SET totp_is_on = 1 WHERE id = 'ada'")
            }
            // Another person has the address at the provider now, and does not have the factor.
            let recycled = try Self.identity("s-new", email: "ada@example.com")
            #expect(try await people.account(of: recycled, from: Self.origin).id == "ada")
            let own = try Self.identity("s-old", email: "ada@example.com")
            let account = try await people.account(of: own, from: Self.origin)
            #expect(account.id == "ada")
            try await bench.store.change(by: .operator) { try $0.link(own, to: account) }
            #expect(try await people.account(of: own, from: Self.origin).id == "ada")
            for late in [recycled, try Self.identity("s-3", email: "other@example.com")] {
                await #expect(throws: ActionError.badCredentials) {
                    try await bench.store.change(by: .operator) { try $0.link(late, to: account) }
                }
            }
            let subjects = try await bench.store.read { view in
                try view.session.rows("SELECT subject FROM external_identity").map { try $0.text(0) }
            }
            #expect(subjects == ["s-old"])
        }
    }

    @Test("An invited person creates an account, and accepts the invitation", arguments: BackEnd.sample(1))
    func invited(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { bench, people in
            let (ada, secret) = (Caller.test("ada"), Data("secret".utf8))
            try await bench.store.change(as: ada) {
                _ = try $0.invite(
                    "bob@example.com", into: "acme", as: [AssignedRole(.developer)], id: "i1", digest: secret, by: ada)
            }
            let bob = try await people.account(
                of: Self.identity("s2", email: "bob@example.com"), from: Self.origin)
            #expect(bob.name == "Ada Moreno" && !bob.hasPassword)
            #expect(try await bench.store.read { try $0.roles(of: bob.id, in: "acme") }.isEmpty)
            try await bench.store.change(by: .system) { _ = try $0.accept(secret, as: bob.id) }
            #expect(try await bench.store.read { try $0.roles(of: bob.id, in: "acme") } == [AssignedRole(.developer)])
        }
    }

    @Test("What is sealed opens with its key, for its purpose, in time")
    func seals() throws {
        let key = SymmetricKey(size: .bits256)
        let text = try SealedValue.seal("ada", for: "identity", until: 100, with: key)
        func open(_ text: String, _ purpose: String = "identity", at time: Int = 99, with key: SymmetricKey) -> String?
        {
            SealedValue<String>.open(text, for: purpose, at: time, with: key)
        }
        #expect(open(text, with: key) == "ada")
        #expect(open(text, at: 100, with: key) == nil && open(text, "attempt", with: key) == nil)
        #expect(open(text, with: SymmetricKey(size: .bits256)) == nil)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            var bytes = Array(text.utf8)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
                bytes[Int.random(in: bytes.indices, using: &generator)] ^= UInt8.random(in: 1...127, using: &generator)
            case 1: bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
            default: bytes += Array(repeating: 0x41, count: Int.random(in: 1...5_000, using: &generator))
            }
            let damaged = String(decoding: bytes, as: UTF8.self)
            // The last letter of base64 has bits that mean nothing.
            if damaged.dropLast() != text.dropLast() { #expect(open(damaged, with: key) == nil) }
        }
    }
}
