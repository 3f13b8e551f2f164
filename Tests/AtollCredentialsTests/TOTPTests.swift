import Foundation
import Testing

@testable import AtollCredentials

@Suite("Codes of authenticator apps")
struct TOTPTests {
    @Test(
        "The codes of RFC 6238's test vectors",
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ])
    func vectors(_ time: Int, _ code: String) {
        let totp = TOTP(secret: Data("12345678901234567890".utf8))
        #expect(totp.code(ofStep: TOTP.step(at: Date(timeIntervalSince1970: Double(time)))) == code)
    }

    @Test("A code is taken in its step and in those beside it, once")
    func window() {
        let totp = TOTP()
        let now = Date(timeIntervalSince1970: 1_900_000_010)
        let present = TOTP.step(at: now)
        for step in (present - 1)...(present + 1) {
            #expect(totp.step(of: totp.code(ofStep: step), at: now, after: 0) == step)
        }
        for step in [present - 2, present + 2] {
            // By chance, it may be the code of a step that is taken.
            let code = totp.code(ofStep: step)
            let isOther = !((present - 1)...(present + 1)).contains { totp.code(ofStep: $0) == code }
            #expect(!isOther || totp.step(of: code, at: now, after: 0) == nil)
        }
        let code = totp.code(ofStep: present)
        #expect(totp.step(of: code, at: now, after: present) == nil)
        #expect(totp.step(of: String(code.prefix(3)) + " " + code.suffix(3), at: now, after: 0) == present)
        for bad in ["", "12345", "1234567", "abcdef", String(repeating: "1", count: 10_000), "１２３４５６"] {
            #expect(totp.step(of: bad, at: now, after: 0) == nil || bad.count == 6)
        }
    }

    @Test("Base32 as RFC 4648 has it, and what an app reads")
    func base32() {
        for (text, expected) in [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foobar", "MZXW6YTBOI")] {
            #expect(Base32.text(of: Data(text.utf8)) == expected)
        }
        let url = TOTP(secret: Data("foobar".utf8)).url(issuer: "Atoll & Co", account: "ada@example.com")
        #expect(
            url == "otpauth://totp/Atoll%20%26%20Co:ada%40example%2Ecom?secret=MZXW6YTBOI&issuer=Atoll%20%26%20Co"
                + "&algorithm=SHA1&digits=6&period=30")
    }

    @Test("Recovery codes are different, and are read as people type them")
    func recovery() {
        let codes = RecoveryCodes.make()
        #expect(Set(codes).count == RecoveryCodes.count)
        #expect(codes.allSatisfy { $0.count == 19 })
        let code = codes[0]
        #expect(RecoveryCodes.digest(of: code) == RecoveryCodes.digest(of: code.lowercased().replacing("-", with: " ")))
        #expect(RecoveryCodes.digest(of: code) != RecoveryCodes.digest(of: codes[1]))
    }
}
