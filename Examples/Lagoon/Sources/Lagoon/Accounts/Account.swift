import AtollPackages
import AtollWeb
import Credentials
import Foundation

/// An account of the demo, as its file has it.
struct Account: Codable, Sendable {
    let id: String
    let signInName: String
    let name: String
    let roles: [String]
    var password: PasswordHash
    var email: String?
    /// nil until the address is confirmed, for accounts that people made themselves.
    var confirmed: Date?
    /// nil for those that the demo begins with.
    var created: Date?

    /// The digest of the code that confirms the address; nil once it is.
    var confirmation: BlobDigest?

    /// Whether somebody has opened the mail, or nobody was ever asked to.
    var isConfirmed: Bool { confirmed != nil || created == nil }

    /// What a guesser knows of it.
    var words: [String] { [signInName, name, email ?? ""] }

    /// For so long an account may wait for its address to be confirmed.
    static let confirmationTime: TimeInterval = 86_400

    /// Whether it is gone: nobody has confirmed its address in time.
    func hasLapsed(at now: Date) -> Bool {
        guard !isConfirmed, let created else { return false }
        return now.timeIntervalSince(created) >= Self.confirmationTime
    }

    var user: User { User(id: id, name: name, roles: Set(roles), created: created) }
}
