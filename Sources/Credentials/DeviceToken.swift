import Crypto
import Foundation

/// Says that a user has signed in with a browser before: the value of a long-lived cookie, which opens nothing.
///
/// ``SignInThrottle`` counts tries from such a browser by themselves, so that nobody can lock its user out.
///
/// Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
public struct DeviceToken: Hashable, Sendable {
    /// Which browser it is: random, and another one for each user.
    public let id: String
    /// The user's sign-in name, in lowercase.
    public let name: String

    /// For how long a browser is known, in seconds.
    public static let lifetime: TimeInterval = 365 * 86_400

    /// A token for a browser that is not known yet.
    public init(name: String) {
        var generator = SystemRandomNumberGenerator()
        id = (0..<2).map { _ in String(generator.next(), radix: 36) }.joined()
        self.name = name.lowercased()
    }

    private init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// The token as a cookie's value: id, the second it was made, and an authentication code over these and the name.
    public func text(signedWith key: SymmetricKey, at now: Date = Date()) -> String {
        // cannot trap: the system's clock.
        let issued = String(Int(now.timeIntervalSince1970))
        let code = HMAC<SHA256>.authenticationCode(for: Self.message(id, name, issued), using: key)
        return "\(id).\(issued).\(Data(code).base64EncodedString().filter { $0 != "=" })"
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }

    /// Reads a cookie's value.
    ///
    /// - Returns: nil unless it was made for `name`, with this key, less than ``lifetime`` ago. Codes are compared in constant
    ///   time.
    public init?(_ text: String, of name: String, signedWith key: SymmetricKey, at now: Date = Date()) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 200, parts.count == 3, let issued = Int(parts[1]),
            let code = Data(
                base64Encoded: parts[2].replacingOccurrences(of: "-", with: "+")
                    .replacingOccurrences(of: "_", with: "/") + "=")
        else { return nil }
        let (id, name) = (String(parts[0]), name.lowercased())
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: Self.message(id, name, String(parts[1])), using: key)
        else { return nil }
        let age = now.timeIntervalSince1970 - Double(issued)
        guard age >= -300, age < Self.lifetime else { return nil }
        self.init(id: id, name: name)
    }

    private static func message(_ id: String, _ name: String, _ issued: String) -> Data {
        Data("device\u{0}\(id)\u{0}\(name)\u{0}\(issued)".utf8)
    }
}
