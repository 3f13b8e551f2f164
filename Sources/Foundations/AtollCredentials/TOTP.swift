import Crypto
import Foundation

/// Codes of six digits that an authenticator app shows, a new one every 30 seconds.
///
/// ```swift
/// let totp = TOTP()
/// show(totp.url(issuer: "Atoll", account: "ada@example.com"))
/// if let step = totp.step(of: code, at: Date(), after: lastStep) { lastStep = step }
/// ```
///
/// Source: RFC 6238, with the values that all apps understand: HMAC-SHA-1, six digits, 30 seconds.
public struct TOTP: Hashable, Sendable {
    /// The secret that the app and the server share: 20 bytes, as many as the hash has.
    public let secret: Data

    /// The length of a step, in seconds.
    public static let interval = 30
    /// The number of steps before and after the present one whose codes are accepted, because clocks differ.
    public static let tolerance = 1

    /// Creates a new random secret.
    public init() {
        var generator = SystemRandomNumberGenerator()
        secret = Data((0..<20).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Uses a secret that was created before.
    public init(secret: Data) {
        self.secret = secret
    }

    /// The number of the step of a time.
    public static func step(at now: Date) -> Int { Int(exactly: (now.timeIntervalSince1970 / 30).rounded(.down)) ?? 0 }

    /// The code of a step.
    public func code(ofStep step: Int) -> String {
        let counter = withUnsafeBytes(of: UInt64(clamping: step).bigEndian) { Data($0) }
        let digest = Data(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret)))
        // cannot trap: the digest has 20 bytes, and the offset is 15 at most.
        let offset = Int(digest[19] & 0xf)
        let number = digest[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// The step that a code belongs to, or nil if it is not valid at this time. Codes are compared in constant time.
    ///
    /// - Parameters:
    ///   - code: May have spaces, as apps show them.
    ///   - last: The step whose code was used last. Codes of that step and earlier ones are no longer valid.
    public func step(of code: String, at now: Date, after last: Int) -> Int? {
        let given = Array(code.utf8.prefix(20).filter { $0 != 0x20 })
        guard given.count == 6 else { return nil }
        let present = Self.step(at: now)
        var found: Int?
        for step in (present - Self.tolerance)...(present + Self.tolerance) {
            let difference = zip(self.code(ofStep: step).utf8, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
            if difference == 0, step > last, found == nil { found = step }
        }
        return found
    }

    /// The URL that an authenticator app reads from a QR code.
    public func url(issuer: String, account: String) -> String {
        func escaped(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        return "otpauth://totp/\(escaped(issuer)):\(escaped(account))?secret=\(Base32.text(of: secret))"
            + "&issuer=\(escaped(issuer))&algorithm=SHA1&digits=6&period=\(Self.interval)"
    }
}
