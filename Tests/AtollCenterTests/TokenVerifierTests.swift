import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterAnswers
@testable import AtollCenterSignIn

@Suite("Sign-in keys")
struct TokenVerifierTests {
    /// An unsigned token with the right claims.
    private static func token(_ number: Int = 0, expires: Int = 99_999_999_999, begins: Int = 0) -> String {
        let claims = #"{"iss": "i", "aud": "a", "sub": "u\#(number)", "exp": \#(expires), "nbf": \#(begins)}"#
        let parts = [#"{"alg": "ES256", "kid": "k"}"#, claims, "no signature"]
        return parts.map {
            Data($0.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
                "=", with: "")
        }.joined(separator: ".")
    }

    @Test("Sign-in keys that can't be fetched are an error of the server, not of the user")
    func unavailable() async throws {
        let verifier = TokenVerifier(
            keys: SignInKeySource { throw CocoaError(.fileReadUnknown) }, issuer: "i", audience: "a", now: { Date() }
        )
        let problem = await #expect(throws: Problem.self) { try await verifier.claims(in: Self.token()) }
        #expect(problem?.status == .serviceUnavailable)
    }

    @Test("A flood of unknown tokens fetches the keys once")
    func flood() async throws {
        let count = Counter()
        let verifier = TokenVerifier(
            keys: SignInKeySource {
                await count.increment()
                return Data(#"{"keys":[]}"#.utf8)
            },
            issuer: "i", audience: "a", now: { Date() }
        )
        for number in 0..<50 { _ = try? await verifier.claims(in: Self.token(number)) }
        #expect(await count.value == 1)
    }

    @Test(
        "The issuer's clock may be a minute away, and whoever has no usable key is told so",
        arguments: [
            (-59, 0, "has no key for ES256"), (-60, 0, "has expired"), (100, 60, "has no key for ES256"),
            (100, 61, "is not valid yet"),
        ])
    func clocks(_ expires: Int, _ begins: Int, _ said: String) async throws {
        let now = 1_800_000_000
        let verifier = TokenVerifier(
            keys: SignInKeySource {
                Data(#"{"keys":[{"kty":"RSA","kid":"k","n":"AQAB","e":"AQAB","alg":"RS256"}]}"#.utf8)
            },
            issuer: "i", audience: "a", now: { Date(timeIntervalSince1970: Double(now)) })
        let token = Self.token(expires: now + expires, begins: now + begins)
        let problem = await #expect(throws: Problem.self) { try await verifier.claims(in: token) }
        #expect(problem?.status == .unauthorized && problem?.detail.contains(said) == true)
    }

    @Test(
        "What is no token of the issuer is refused without its keys",
        arguments: [
            "a.b.c", "atoll_00_00", "", "eyJhbGciOiJFUzI1NiJ9.e30.AAAA",
        ])
    func noToken(_ text: String) async throws {
        let verifier = TokenVerifier(
            keys: SignInKeySource { throw CocoaError(.fileReadUnknown) }, issuer: "i", audience: "a", now: { Date() })
        let problem = await #expect(throws: Problem.self) { try await verifier.claims(in: text) }
        #expect(problem?.status == .unauthorized)
        let other = TokenVerifier(
            keys: SignInKeySource { throw CocoaError(.fileReadUnknown) }, issuer: "i", audience: "b", now: { Date() })
        let refusal = await #expect(throws: Problem.self) { try await other.claims(in: Self.token()) }
        #expect(refusal?.status == .unauthorized)
    }

    private actor Counter {
        var value = 0
        func increment() { value += 1 }
    }
}
