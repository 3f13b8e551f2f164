import Foundation
import JWTKit
import Testing

@testable import KudosBackEnd

/// What Kudos' back end takes of what is validly signed: nothing that is not for it, and now.
@Suite("The tokens that Kudos' back end takes")
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

    private func verifier() throws -> TokenVerifier {
        let url = try #require(URL(string: "https://app.example.com/keys"))
        return TokenVerifier(
            KudosConfiguration(issuer: "https://app.example.com", keys: url, origins: [], database: url)
        ) { [superApp] _ in try await superApp.keySet() }
    }

    @Test("A token for it is taken, by many at once with the keys asked for once")
    func good() async throws {
        let verifier = try verifier()
        let token = try await superApp.token(Claims())
        let taken = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { await verifier.claims(of: token)?.name } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(taken == Array(repeating: "Ada", count: 20))
        #expect(await superApp.asked == 1)
    }

    @Test(
        "A token that is validly signed, but for somebody or something else, is refused",
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

    @Test(
        "A new key is fetched, unknown keys do not cause a flood of requests, and nothing is accepted during an outage")
    func keys() async throws {
        let verifier = try verifier()
        #expect(await verifier.claims(of: try await superApp.token(Claims())) != nil)
        let old = try await superApp.token(Claims())
        await superApp.rotate()
        let new = try await superApp.token(Claims())
        // Whoever invents keys does not make it ask again and again.
        for _ in 0..<10 { #expect(await verifier.claims(of: new) == nil) }
        #expect(await superApp.asked == 1)
        #expect(await verifier.claims(of: old) != nil)
        await superApp.set(isDown: true)
        #expect(try await self.verifier().claims(of: new) == nil)
    }
}
