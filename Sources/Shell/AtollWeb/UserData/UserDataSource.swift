import Foundation

/// A part of a super app that keeps something about users: they may take it with them, and it goes with their account.
///
/// The shell has one for what it keeps itself. An app that keeps more gives the shell others:
///
/// ```swift
/// WebShell(configuration, users: accounts, data: [OrderHistory(database)], logger: logger)
/// ```
public protocol UserDataSource: Sendable {
    /// What is kept about a user, as files that people can read. What can't be read is a file all the same, whose contents
    /// throw: nobody takes the rest for everything.
    ///
    /// - Throws: An error if nobody can say what there is.
    func files(of user: User) async throws -> [UserDataFile]

    /// Removes what is kept about a user, as far as the source can still find it under the user's names afterwards. It may be
    /// called again after it has failed.
    func removeAll(of user: User) async throws

    /// Removes what came meanwhile and what is left, once the account is gone; by default the same.
    func removeRest(of user: User) async throws
}

extension UserDataSource {
    /// The same as ``removeAll(of:)``, for sources that can find everything by the user alone.
    public func removeRest(of user: User) async throws { try await removeAll(of: user) }
}
