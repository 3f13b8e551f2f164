import Credentials

/// A directory of the super app's users.
public protocol UserDirectory: Sendable {
    /// Returns the user with this sign-in name and password, or nil if there is none.
    ///
    /// An unknown name must take as long as a wrong password, so that the time does not reveal which names exist.
    func user(named name: String, password: String) async throws -> User?

    /// Returns the user with this id as they are now, or nil if they no longer exist.
    func user(id: String) async throws -> User?

    /// Returns what tells the account with this sign-in name from the next one that has it, and its password from the next.
    ///
    /// A browser with which a user has signed in before can then not be kept from signing in by somebody who had the name earlier, or
    /// knew an earlier password. An unknown name must take as long as a known one. Default: nil. In an actor, declare it `async`: otherwise
    /// the default is called where the type of the directory is known.
    ///
    /// - Returns: nil if there is no such account, or the directory doesn't know.
    func mark(ofUserNamed name: String) async throws -> AccountMark?
}

extension UserDirectory {
    /// Returns nil: of this directory, no more is known than names.
    public func mark(ofUserNamed name: String) async throws -> AccountMark? { nil }
}
