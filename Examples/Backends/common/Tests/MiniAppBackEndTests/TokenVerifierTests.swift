import Foundation
import JWTKit
import Testing

@testable import MiniAppBackEnd

/// A back end accepts only tokens that are validly signed, meant for it, and not expired.
@Suite("The tokens that a back end accepts")
struct TokenVerifierTests {
    private struct Claims: JWTPayload {
        var iss = "https://app.example.com"
        var aud = "https://api.kudos.example.com"
        var client_id = "com.example.kudos"
        var sub = "somebody"
        var scope = "profile"
        var env = "production"
        var nbf = Int(Date().timeIntervalSince1970) - 1
        var exp = Int(Date().timeIntervalSince1970) + 60
        var name: String? = "Ada"
        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    /// A super app whose keys can change, and which counts how often it is asked for them.
    private actor SuperApp {
        private(set) var asked = 0
        private var keys: [(id: String, key: ES256PrivateKey)] = [("one", ES256PrivateKey())]
        private var isDown = false

        func rotate() { keys = [("two", ES256PrivateKey())] }
        func set(isDown: Bool) { self.isDown = isDown }

        func keySet() throws -> String {
            asked += 1
            guard !isDown else { throw CancellationError() }
            let published = keys.compactMap { id, key -> String? in
                guard let parameters = key.parameters else { return nil }
                let plain = { (text: String) in
                    text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
                }
                return """
                    {"kty":"EC","crv":"P-256","alg":"ES256","kid":"\(id)","x":"\(plain(parameters.x))","y":"\(plain(parameters.y))"}
                    """
            }
            return "{\"keys\":[\(published.joined(separator: ","))]}"
        }

        func token(_ claims: Claims, type: String = "at+jwt") async throws -> String {
            let collection = JWTKeyCollection()
            await collection.add(ecdsa: keys[0].key, kid: JWKIdentifier(string: keys[0].id))
            return try await collection.sign(
                claims, kid: JWKIdentifier(string: keys[0].id), header: ["typ": .string(type)])
        }
    }

    private let superApp = SuperApp()

    /// A clock that stands still until it is moved.
    private final class Clock: @unchecked Sendable {
        private let lock = NSLock()
        // Safe: only touched while `lock` is held.
        private var time = ContinuousClock.now

        func wait(_ duration: Duration) { lock.withLock { time += duration } }
        func now() -> ContinuousClock.Instant { lock.withLock { time } }
    }

    private func verifier(_ clock: Clock = Clock()) throws -> TokenVerifier {
        let url = try #require(URL(string: "https://app.example.com/keys"))
        return TokenVerifier(
            BackEndConfiguration(
                issuer: "https://app.example.com", keys: url, audience: "https://api.kudos.example.com",
                miniApp: "com.example.kudos", origins: [], database: url, port: 0),
            now: { clock.now() }
        ) { [superApp] _ in try await superApp.keySet() }
    }

    @Test("A token for it is accepted, and concurrent checks fetch the keys only once")
    func good() async throws {
        let verifier = try verifier()
        let token = try await superApp.token(Claims())
        let taken = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { try? await verifier.claims(of: token)?.name } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(taken == Array(repeating: "Ada", count: 20))
        #expect(await superApp.asked == 1)
    }

    @Test(
        "A validly signed token with another issuer, audience, mini app, time or type is refused",
        arguments: ["iss", "aud", "client_id", "env", "exp", "nbf", "typ"])
    func others(_ claim: String) async throws {
        var claims = Claims()
        switch claim {
        case "iss": claims.iss = "https://other.example.com"
        case "aud": claims.aud = "https://api.other.example.com"
        case "client_id": claims.client_id = "com.example.other"
        case "env": claims.env = "preview"
        case "exp": claims.exp = Int(Date().timeIntervalSince1970) - 1
        case "nbf": claims.nbf = Int(Date().timeIntervalSince1970) + 60
        default: break
        }
        let token = try await superApp.token(claims, type: claim == "typ" ? "JWT" : "at+jwt")
        #expect(try await verifier().claims(of: token) == nil)
    }

    @Test("Unknown keys are fetched at most every ten seconds, even if tokens name invented keys")
    func rotation() async throws {
        let clock = Clock()
        let verifier = try verifier(clock)
        let old = try await superApp.token(Claims())
        #expect(try await verifier.claims(of: old) != nil)
        await superApp.rotate()
        let new = try await superApp.token(Claims())
        for _ in 0..<10 { #expect(try await verifier.claims(of: new) == nil) }
        #expect(await superApp.asked == 1)
        #expect(try await verifier.claims(of: old) != nil)
        clock.wait(TokenVerifier.patience)
        #expect(try await verifier.claims(of: new) != nil)
        #expect(try await verifier.claims(of: old) == nil, "a key that is no longer published")
        #expect(await superApp.asked == 2)
    }

    @Test(
        "While the keys are unavailable, known ones are used for an hour, no token is refused, and requests are limited"
    )
    func outage() async throws {
        let clock = Clock()
        let verifier = try verifier(clock)
        let token = try await superApp.token(Claims())
        await superApp.set(isDown: true)
        for _ in 0..<10 {
            await #expect(throws: TokenVerifier.KeysUnavailable.self) { try await verifier.claims(of: token) }
        }
        #expect(await superApp.asked == 1)
        await superApp.set(isDown: false)
        clock.wait(TokenVerifier.patience)
        #expect(try await verifier.claims(of: token) != nil)
        await superApp.set(isDown: true)
        clock.wait(TokenVerifier.lifetime + .seconds(1))
        for _ in 0..<10 { #expect(try await verifier.claims(of: token) != nil) }
        #expect(await superApp.asked == 3)
        await superApp.rotate()
        let new = try await superApp.token(Claims())
        await #expect(throws: TokenVerifier.KeysUnavailable.self) { try await verifier.claims(of: new) }
        clock.wait(TokenVerifier.outage)
        await #expect(throws: TokenVerifier.KeysUnavailable.self) { try await verifier.claims(of: token) }
    }
}
