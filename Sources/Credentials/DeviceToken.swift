import Crypto
import Foundation

/// Proves that a user has signed in with a browser before: the value of a long-lived cookie, which grants no access.
///
/// ``SignInThrottle`` counts attempts from such a browser separately, so that its user can't be locked out.
///
/// Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
public struct DeviceToken: Hashable, Sendable {
    /// Identifies the browser: random, and different for each user.
    public let id: String
    /// The user's sign-in name, in lowercase.
    public let name: String

    /// For how long a token is valid, in seconds.
    public static let lifetime: TimeInterval = 365 * 86_400

    /// Creates a token for a browser that is not known yet.
    public init(name: String) {
        var generator = SystemRandomNumberGenerator()
        id = (0..<2).map { _ in String(generator.next(), radix: 36) }.joined()
        self.name = name.lowercased()
    }

    private init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// The token as a cookie's value: its id, the second in which it was issued, and an authentication code over these
    /// and the name.
    public func text(signedWith key: SymmetricKey, at now: Date = Date()) -> String {
        // cannot trap: the time is that of the system's clock.
        let issued = String(Int(now.timeIntervalSince1970))
        let code = HMAC<SHA256>.authenticationCode(for: Self.message(id, name, issued), using: key)
        return "\(id).\(issued).\(Data(code).base64EncodedString().filter { $0 != "=" })"
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }

    /// Reads a cookie's value.
    ///
    /// - Returns: nil unless it was issued for `name`, with this key, less than ``lifetime`` ago. Authentication codes
    ///   are compared in constant time.
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
