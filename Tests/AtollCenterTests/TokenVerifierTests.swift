import Foundation
import Testing

@testable import AtollCenter

@Suite("Sign-in keys")
struct TokenVerifierTests {
    /// A token with the right claims, which nobody has signed.
    private static func token(_ number: Int = 0) -> String {
        let claims = #"{"iss": "i", "aud": "a", "sub": "u\#(number)", "exp": 99999999999}"#
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
