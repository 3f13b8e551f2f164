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
    /// Whether the user has signed in with this browser since the password was last changed; see ``bound(to:signedWith:)``. False if the
    /// directory does not identify accounts.
    public private(set) var isCurrent: Bool

    /// The authentication codes over the account and its password.
    private struct Codes: Hashable, Sendable {
        let account: Data
        let password: Data
    }

    private let codes: Codes?

    /// The validity of a token, in seconds.
    public static let lifetime: TimeInterval = 365 * 86_400

    /// Creates a token for a browser that is not known yet.
    public init(name: String) {
        var generator = SystemRandomNumberGenerator()
        id = (0..<2).map { _ in String(generator.next(), radix: 36) }.joined()
        self.name = name.lowercased()
        (isCurrent, codes) = (false, nil)
    }

    /// The token as a cookie's value: its id, the second in which it was issued, and three authentication codes: over the account, over its
    /// password, and over all other parts and the name.
    ///
    /// - Parameter mark: Of the account that has just signed in; nil if the directory does not identify accounts.
    public func text(of mark: AccountMark? = nil, signedWith key: SymmetricKey, at now: Date = Date()) -> String {
        // cannot trap: the time is that of the system's clock.
        let issued = String(Int(now.timeIntervalSince1970))
        let (account, password) = (
            Self.text(of: HMAC<SHA256>.authenticationCode(for: accountMessage(mark), using: key)),
            Self.text(of: HMAC<SHA256>.authenticationCode(for: passwordMessage(mark), using: key))
        )
        let code = HMAC<SHA256>.authenticationCode(for: message([issued, account, password]), using: key)
        return [id, issued, account, password, Self.text(of: code)].joined(separator: ".")
    }

    /// Reads a cookie's value. Call ``bound(to:signedWith:)`` to check the account.
    ///
    /// - Returns: nil unless it was issued for `name`, with this key, less than ``lifetime`` ago. Authentication codes
    ///   are compared in constant time.
    public init?(_ text: String, of name: String, signedWith key: SymmetricKey, at now: Date = Date()) {
        guard text.utf8.count <= 250 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let issued = Int(parts[1]), let account = Self.code(of: parts[2]),
            let password = Self.code(of: parts[3]), let code = Self.code(of: parts[4])
        else { return nil }
        (id, self.name, isCurrent) = (parts[0], name.lowercased(), false)
        codes = Codes(account: account, password: password)
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: message([parts[1], parts[2], parts[3]]), using: key)
        else { return nil }
        let age = now.timeIntervalSince1970 - Double(issued)
        guard age >= -300, age < Self.lifetime else { return nil }
    }

    /// Returns the token if it was issued for the account that has the name now.
    ///
    /// - Parameter mark: The mark of that account; nil if it does not exist, or if the directory does not identify accounts.
    /// - Returns: nil if it was issued for another account.
    public func bound(to mark: AccountMark?, signedWith key: SymmetricKey) -> DeviceToken? {
        func isRight(_ code: Data, _ message: Data) -> Bool {
            HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
        }
        guard let codes, isRight(codes.account, accountMessage(mark)) else { return nil }
        var token = self
        token.isCurrent = mark != nil && isRight(codes.password, passwordMessage(mark))
        return token
    }

    private func message(_ parts: [String]) -> Data {
        Data((["device", id, name] + parts).joined(separator: "\u{0}").utf8)
    }

    private func accountMessage(_ mark: AccountMark?) -> Data {
        Data("device-account\u{0}\(id)\u{0}\(mark?.account ?? "")".utf8)
    }

    private func passwordMessage(_ mark: AccountMark?) -> Data {
        Data("device-password\u{0}\(id)\u{0}\(mark?.account ?? "")\u{0}\(mark?.password ?? "")".utf8)
    }

    private static func text(of code: HMAC<SHA256>.MAC) -> String {
        Data(code).base64EncodedString().filter { $0 != "=" }
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }

    private static func code(of text: String) -> Data? {
        let base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: base64 + "=")
    }
}
