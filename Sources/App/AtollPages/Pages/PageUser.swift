import AtollNavigation

/// A signed-in user, as pages see them.
public struct PageUser: Hashable, Sendable {
    /// The user's id, which never changes.
    public let id: String
    /// The display name.
    public let name: String
    /// The roles, which decide what the user may see and do.
    public let roles: Set<String>
    /// The id of the session, for the shell's own pages. It is not a secret: knowing it grants no access.
    public let session: String

    /// Creates a user.
    public init(id: String, name: String, roles: Set<String>, session: String = "") {
        self.id = id
        self.name = name
        self.roles = roles
        self.session = session
    }

    /// The facts about a user; empty if no user is signed in.
    public static func facts(of user: PageUser?) -> Set<Fact> { user.map { Fact.user(withRoles: $0.roles) } ?? [] }
}
