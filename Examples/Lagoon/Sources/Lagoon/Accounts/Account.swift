import AtollCredentials
import AtollPackages
import AtollWeb
import Foundation

/// An account of the demo, as stored in the accounts file.
struct Account: Codable, Sendable {
    let id: String
    let signInName: String
    let name: String
    let roles: [String]
    var password: PasswordHash
    var email: String?
    /// When the e-mail address was confirmed; nil until then. Only accounts that users registered themselves need it.
    var confirmed: Date?
    /// When the user registered; nil for the demo's own accounts.
    var created: Date?

    /// The digest of the code that confirms the e-mail address; nil once it is confirmed.
    var confirmation: SHA256Hash?

    /// The network that the user registered from, as in ``Registration/network``; nil once the address is confirmed.
    var network: String?

    /// Whether the e-mail address is confirmed, or never had to be.
    var isConfirmed: Bool { confirmed != nil || created == nil }

    /// Texts that an attacker may know about the user, and that a password must not be made of.
    var words: [String] { [signInName, name, email ?? ""] }

    /// The time, in seconds, within which the e-mail address must be confirmed.
    static let confirmationTime: TimeInterval = 86_400

    /// Whether the account has expired because its e-mail address was not confirmed in time.
    func hasLapsed(at now: Date) -> Bool {
        guard !isConfirmed, let created else { return false }
        return now.timeIntervalSince(created) >= Self.confirmationTime
    }

    var user: User {
        User(id: id, name: name, roles: Set(roles), created: created, email: confirmed == nil ? nil : email)
    }
}
