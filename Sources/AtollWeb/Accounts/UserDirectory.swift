/// A directory of the super app's users.
public protocol UserDirectory: Sendable {
    /// Returns the user with this sign-in name and password, or nil if there is none.
    ///
    /// An unknown name must take as long as a wrong password, so that the time does not reveal which names exist.
    func user(named name: String, password: String) async throws -> User?

    /// Returns the user with this id as they are now, or nil if they no longer exist.
    func user(id: String) async throws -> User?
}
