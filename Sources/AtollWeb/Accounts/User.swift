import AtollPages
import Foundation

/// Somebody who can sign in to the super app.
public struct User: Hashable, Sendable {
    /// Never changes, and is never given to another person.
    public let id: String
    /// What people call them.
    public let name: String
    /// What they may do; the Center decides by these which mini apps they see.
    public let roles: Set<String>
    /// When the account was made; nil if the directory does not know. What a version of a mini app does to accounts that are
    /// younger than a day is not counted for everybody.
    public let created: Date?

    public init(id: String, name: String, roles: Set<String>, created: Date? = nil) {
        self.id = id
        self.name = name
        self.roles = roles
        self.created = created
    }
}

extension User {
    /// Somebody as pages know them.
    init(_ user: PageUser) { self.init(id: user.id, name: user.name, roles: user.roles) }
}
