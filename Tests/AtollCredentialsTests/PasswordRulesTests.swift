import AtollCredentials
import Testing

@Suite("Passwords that are guessed first")
struct PasswordRulesTests {
    @Test(
        "Passwords that are easy to guess are refused",
        arguments: [
            "password123", "Password2024!", "p@ssw0rd123", "qwertyuiop", "1234567890", "0987654321", "aaaaaaaaaa",
            "abababababab", "iloveyou12", "football2023", "1q2w3e4r5t6y", "qazwsxedcrfv", "letmein1234", "abcdefghij",
            "passwordpassword", "sunshine-2024", "Dragon!Dragon!", "monkey1234", "michael1990", "salamander",
            "chickenwing101", "24quillwort!",
            "j3qq4h7h2v",
        ])
    func common(_ password: String) {
        #expect(PasswordRules.problem(with: password) == .common)
    }

    @Test(
        "Passwords that are not easy to guess are accepted",
        arguments: [
            "mangrove-kettle-19", "correct horse battery staple", "xk7Qp2Lw9z", "tr0ub4dor&3-zebra",
            "coral-reef-1843", "quiet-water-27x", "Ünïcödé-passwörd-ça", "7f3a9c1e5b2d8046aa",
        ])
    func good(_ password: String) {
        #expect(PasswordRules.problem(with: password) == nil)
    }

    @Test("Words that an attacker knows about the user count as common")
    func known() {
        #expect(PasswordRules.problem(with: "quillfeather-87!") == nil)
        #expect(PasswordRules.problem(with: "quillfeather-87!", knowing: ["ben", "Ben Quillfeather"]) == .common)
        #expect(PasswordRules.problem(with: "LagoonLagoon1", knowing: ["Lagoon"]) == .common)
    }

    @Test("Length limits and error texts")
    func lengths() {
        #expect(PasswordRules.problem(with: "short") == .tooShort(minimum: 10))
        #expect(PasswordRules.problem(with: String(repeating: "xk7Qp2Lw9z", count: 101)) == .tooLong(maximum: 1_000))
        #expect(PasswordRules.problem(with: String(repeating: "xk7Qp2Lw9zabdefg", count: 40)) == nil)
        #expect(PasswordProblem.tooShort(minimum: 10).description == "A password must have at least 10 characters.")
        #expect(PasswordProblem.tooLong(maximum: 1_000).description == "A password must have at most 1000 bytes.")
        #expect(PasswordProblem.common.description.hasPrefix("This password is easy to guess."))
    }
}
