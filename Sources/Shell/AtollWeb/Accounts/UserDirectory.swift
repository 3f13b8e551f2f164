import AtollCredentials

/// A directory of the super app's users.
public protocol UserDirectory: Sendable {
    /// Returns the user with this sign-in name and password, or nil if they don't match an account.
    ///
    /// An unknown name must take as long as a wrong password, so that the time does not reveal which names exist.
    func user(named name: String, password: String) async throws -> User?

    /// Returns the user with this id as they are now, or nil if they no longer exist.
    func user(id: String) async throws -> User?

    /// Returns a value that identifies the account with this sign-in name, and its current password.
    ///
    /// With it, a previous owner of the name, or an attacker who knew an earlier password, can't lock the user out of a
    /// browser that they have signed in with. Looking up an unknown name must take as long as looking up a known one.
    ///
    /// The default implementation returns nil. In an actor, declare the method `async`. Otherwise, code that calls the
    /// actor directly gets the default implementation.
    ///
    /// - Returns: nil if the account does not exist, or if the directory does not support it.
    func mark(ofUserNamed name: String) async throws -> AccountMark?
}

extension UserDirectory {
    /// Returns nil, for directories that do not identify accounts.
    public func mark(ofUserNamed name: String) async throws -> AccountMark? { nil }
}
