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

    /// For so long an account may wait for its address to be confirmed.
    static let confirmationTime: TimeInterval = 86_400

    /// Whether it is gone: nobody has confirmed its address in time.
    func hasLapsed(at now: Date) -> Bool {
        guard confirmed == nil, let created else { return false }
        return now.timeIntervalSince(created) >= Self.confirmationTime
    }

    var user: User { User(id: id, name: name, roles: Set(roles), created: created) }
}
