/// Where the super app knows its users from.
public protocol UserDirectory: Sendable {
    /// The user with this name and password, or nil. It takes as long for a name that nobody has as for a wrong
    /// password.
    func user(named name: String, password: String) async throws -> User?

    /// The user with this id as they are now, or nil where there is none any longer.
    func user(id: String) async throws -> User?
}
