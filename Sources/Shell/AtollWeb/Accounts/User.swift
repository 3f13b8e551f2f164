import AtollPages
import Foundation

/// A user of the super app.
public struct User: Hashable, Sendable {
    /// The user's id, which never changes and is never reused.
    public let id: String
    /// The display name.
    public let name: String
    /// The roles, which the Center uses to decide which mini apps the user sees.
    public let roles: Set<String>
    /// The time at which the account was created; nil if the directory does not know. If a version of a mini app fails
    /// for an account that is too new, the failure does not count for other users: see `SetAsidePolicy`.
    public let created: Date?
    /// The e-mail address that the user has confirmed, or nil. Mini apps get it only with the user's consent.
    public var email: String?

    /// Creates a user.
    public init(id: String, name: String, roles: Set<String>, created: Date? = nil, email: String? = nil) {
        self.email = email
        self.id = id
        self.name = name
        self.roles = roles
        self.created = created
    }
}

extension User {
    /// Creates a user from what pages know about them.
    init(_ user: PageUser) { self.init(id: user.id, name: user.name, roles: user.roles) }
}
