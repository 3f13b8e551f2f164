import AtollPages

extension PageUser {
    /// A user as pages see them, with the session of the request; nil for a session that the page does not need.
    init(_ user: User, in session: Session?) {
        self.init(id: user.id, name: user.name, roles: user.roles, session: session?.id.hex ?? "")
    }
}
