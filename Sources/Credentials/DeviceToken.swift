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
    /// Whether the user has signed in with this browser since the password was last changed. False if nothing is known about the account.
    public let isCurrent: Bool

    /// For how long a token is valid, in seconds.
    public static let lifetime: TimeInterval = 365 * 86_400

    /// Creates a token for a browser that is not known yet.
    public init(name: String) {
        var generator = SystemRandomNumberGenerator()
        id = (0..<2).map { _ in String(generator.next(), radix: 36) }.joined()
        self.name = name.lowercased()
        isCurrent = true
    }

    private init(id: String, name: String, isCurrent: Bool) {
        self.id = id
        self.name = name
        self.isCurrent = isCurrent
    }

    /// The token as a cookie's value: its id, the second in which it was issued, and two authentication codes: one over all else, the name
    /// and the account, and one over the account's password.
    ///
    /// - Parameter mark: Of the account that has just signed in; nil if the directory of users knows none.
    public func text(of mark: AccountMark?, signedWith key: SymmetricKey, at now: Date = Date()) -> String {
        // cannot trap: the time is that of the system's clock.
        let issued = String(Int(now.timeIntervalSince1970))
        let password = Self.text(of: HMAC<SHA256>.authenticationCode(for: message(mark), using: key))
        let code = HMAC<SHA256>.authenticationCode(for: message(mark, issued, password), using: key)
        return "\(id).\(issued).\(Self.text(of: code)).\(password)"
    }

    /// Reads a cookie's value.
    ///
    /// - Parameter mark: Of the account that has this name now; nil if there is none, or the directory of users knows none.
    /// - Returns: nil unless it was issued for `name` and this account, with this key, less than ``lifetime`` ago. Authentication codes
    ///   are compared in constant time.
    public init?(
        _ text: String, of name: String, _ mark: AccountMark?, signedWith key: SymmetricKey, at now: Date = Date()
    ) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 200, parts.count == 4, let issued = Int(parts[1]),
            let code = Self.code(of: parts[2]), let password = Self.code(of: parts[3])
        else { return nil }
        let token = DeviceToken(id: String(parts[0]), name: name.lowercased(), isCurrent: false)
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: token.message(mark, String(parts[1]), String(parts[3])), using: key)
        else { return nil }
        let age = now.timeIntervalSince1970 - Double(issued)
        guard age >= -300, age < Self.lifetime else { return nil }
        let isCurrent = HMAC<SHA256>.isValidAuthenticationCode(
            password, authenticating: token.message(mark), using: key)
        self.init(id: token.id, name: token.name, isCurrent: isCurrent && mark != nil)
    }

    private func message(_ mark: AccountMark?, _ issued: String, _ password: String) -> Data {
        Data("device\u{0}\(id)\u{0}\(name)\u{0}\(mark?.account ?? "")\u{0}\(issued)\u{0}\(password)".utf8)
    }

    private func message(_ mark: AccountMark?) -> Data {
        Data("device-password\u{0}\(id)\u{0}\(mark?.account ?? "")\u{0}\(mark?.password ?? "")".utf8)
    }

    private static func text(of code: HMAC<SHA256>.MAC) -> String {
        Data(code).base64EncodedString().filter { $0 != "=" }
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }

    private static func code(of text: Substring) -> Data? {
        let base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: base64 + "=")
    }
}
