import Foundation
import Testing

@testable import AtollCenter

@Suite("Sign-in keys")
struct TokenVerifierTests {
    @Test("Sign-in keys that can't be fetched are an error of the server, not of the user")
    func unavailable() async throws {
        let verifier = TokenVerifier(
            keys: SignInKeySource { throw CocoaError(.fileReadUnknown) }, issuer: "i", audience: "a", now: { Date() }
        )
        let problem = await #expect(throws: Problem.self) { try await verifier.claims(in: "a.b.c") }
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
        for _ in 0..<50 { _ = try? await verifier.claims(in: "eyJhbGciOiJFUzI1NiJ9.e30.AAAA") }
        #expect(await count.value == 1)
    }

    private actor Counter {
        var value = 0
        func increment() { value += 1 }
    }
}
