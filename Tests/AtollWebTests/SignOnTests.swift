import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import JWTKit
import NIOConcurrencyHelpers
import Testing

@testable import AtollWeb

@Suite("Sign-on for back ends")
struct SignOnTests {
    private struct Claims: JWTPayload {
        let sub: String
        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    private static func kids(_ keys: SigningKeys) async throws -> [String] {
        let set = try JSONSerialization.jsonObject(with: try await keys.keySet()) as? [String: [[String: String]]]
        return (set?["keys"] ?? []).compactMap { $0["kid"] }
    }

    private static func kid(_ token: String) throws -> String {
        try #require(try DefaultJWTParser().parse(Array(token.utf8), as: Claims.self).header.kid)
    }

    @Test("Keys take turns: the next one is published a day before, and the last one a day after")
    func turns() async throws {
        let directory = try TemporaryDirectory()
        let time = NIOLockedValueBox(Date(timeIntervalSince1970: 1_800_000_000))
        let keys = try await SigningKeys(
            folder: directory.url.appending(path: "keys"), former: directory.url.appending(path: "tokens.pem"),
            now: { time.withLockedValue { $0 } })
        func pass(_ days: Double) async throws {
            time.withLockedValue { $0 += days * 86_400 }
            try await keys.settle()
        }
        let first = try await Self.kids(keys)
        #expect(first.count == 1)
        let old = try await keys.sign(Claims(sub: "u"), type: "JWT")
        try await pass(88)
        #expect(try await Self.kids(keys) == first)
        try await pass(1.5)
        let both = try await Self.kids(keys)
        #expect(both.count == 2 && both.first == first.first)
        // Announced, not yet used.
        #expect(try Self.kid(try await keys.sign(Claims(sub: "u"), type: "JWT")) == first.first)
        try await pass(1)
        #expect(try Self.kid(try await keys.sign(Claims(sub: "u"), type: "JWT")) == both.last)
        let known: Claims = try await keys.verified(old, type: "JWT")
        #expect(known.sub == "u")
        try await pass(2)
        #expect(try await Self.kids(keys) == [both[1]])
        await #expect(throws: (any Error).self) { () async throws in
            let _: Claims = try await keys.verified(old, type: "JWT")
        }
        // A restart finds the same keys; the operator can make the next one sooner.
        let again = try await SigningKeys(
            folder: directory.url.appending(path: "keys"), former: directory.url.appending(path: "tokens.pem"),
            now: { time.withLockedValue { $0 } })
        try await again.rotate()
        try await keys.settle()
        #expect(try await Self.kids(keys).count == 2)
    }

    @Test("The key of an earlier version signs on, and is followed by another")
    func former() async throws {
        let directory = try TemporaryDirectory()
        let former = directory.url.appending(path: "tokens.pem")
        let pem = ES256PrivateKey().pemRepresentation
        try Data(pem.utf8).write(to: former)
        let keys = try await SigningKeys(folder: directory.url.appending(path: "keys"), former: former)
        #expect(try await Self.kids(keys).count == 2)
        let collection = JWTKeyCollection()
        await collection.add(ecdsa: try ES256PrivateKey(pem: pem))
        let token = try await keys.sign(Claims(sub: "u"), type: "JWT")
        #expect(try await collection.verify(token, as: Claims.self).sub == "u")
    }

    @Test("A token of another kind is not verified as one for a back end")
    func kinds() async throws {
        let directory = try TemporaryDirectory()
        let keys = try await SigningKeys(
            folder: directory.url.appending(path: "keys"), former: directory.url.appending(path: "none"))
        let token = try await keys.sign(Claims(sub: "u"), type: "JWT")
        await #expect(throws: (any Error).self) { () async throws in
            let _: Claims = try await keys.verified(token, type: "at+jwt")
        }
        for text in ["", ".", "..", "a.b.c", token + ".", String(token.dropLast(3))] {
            await #expect(throws: (any Error).self) { () async throws in
                let _: Claims = try await keys.verified(text, type: "JWT")
            }
        }
    }

    @Test("A registration token is good for one key of one mini app, and five keys are the most")
    func registration() throws {
        let directory = try TemporaryDirectory()
        let keys = BackEndKeys(shell: directory.url)
        let kudos = try #require(MiniAppID("com.example.kudos"))
        let other = try #require(MiniAppID("com.example.other"))
        let now = Date()
        let token = try keys.invite(kudos, at: now)
        #expect(!keys.accept(token, for: other, at: now))
        #expect(!keys.accept(token + "x", for: kudos, at: now))
        #expect(keys.accept(token, for: kudos, at: now))
        #expect(!keys.accept(token, for: kudos, at: now))
        let late = try keys.invite(kudos, at: now)
        #expect(!keys.accept(late, for: kudos, at: now.addingTimeInterval(BackEndKeys.invitationLifetime + 1)))
        for _ in 1...5 { _ = try keys.addSecret(of: kudos) }
        #expect(throws: BackEndKeys.Refusal.self) { try keys.addSecret(of: kudos) }
        let first = try #require(try keys.keys(of: kudos).first)
        #expect(try keys.remove(first.id, of: kudos))
        #expect(try !keys.remove(first.id, of: kudos))
        for (kid, x) in [("../../x", "AA"), ("", "AA"), ("ok", "not a point")] {
            #expect(throws: BackEndKeys.Refusal.self) { try keys.addPublicKey(kid, x: x, y: x, of: kudos) }
        }
    }

    @Test("What is forgotten or denied ends the tokens that were given for it")
    func revocation() async throws {
        let issued = IssuedTokens()
        let kudos = try #require(MiniAppID("com.example.kudos"))
        let other = try #require(MiniAppID("com.example.other"))
        func add(_ id: String, _ user: String, _ miniApp: MiniAppID, _ audience: String, until seconds: Double = 300)
            async
        {
            await issued.add(
                .init(
                    user: user, session: SHA256Hash(of: Data("s".utf8)), miniApp: miniApp, audience: audience,
                    scopes: [],
                    permission: "", launch: nil, expires: Date().addingTimeInterval(seconds)), id)
        }
        await add("1", "ada", kudos, "https://a.example.com")
        await add("2", "ada", kudos, "https://b.example.com")
        await add("3", "ada", other, "https://a.example.com")
        await add("4", "ben", kudos, "https://a.example.com")
        await add("5", "ben", kudos, "https://a.example.com", until: -1)
        #expect(await issued.record("5") == nil)
        #expect(await issued.record("6") == nil)
        await issued.revokeAll(of: "ada", for: kudos, audience: "https://a.example.com")
        #expect(await issued.record("1") == nil)
        #expect(await issued.record("2") != nil)
        await issued.revokeAll(of: "ada", for: kudos)
        #expect(await issued.record("2") == nil)
        #expect(await issued.record("3") != nil)
        #expect(await issued.record("4") != nil)
    }
}
