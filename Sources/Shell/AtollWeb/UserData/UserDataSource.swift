import Foundation

/// A part of a super app that stores data about users: they can download it, and it is removed with their account.
///
/// The shell has one for its own data. An app that stores more gives the shell others:
///
/// ```swift
/// WebShell(configuration, users: accounts, data: [OrderHistory(database)], logger: logger)
/// ```
public protocol UserDataSource: Sendable {
    /// Returns the data about a user, as files that people can read. Unreadable data is still a file, whose contents
    /// throw: the archive then names what is missing.
    ///
    /// - Throws: An error if the source can't list its data.
    func files(of user: User) async throws -> [UserDataFile]

    /// Removes the data about a user, if the source can still find it under the user's names afterwards. It may be
    /// called again after it has failed.
    func removeAll(of user: User) async throws

    /// Removes what came meanwhile and what is left, once the account is gone; by default the same.
    func removeRest(of user: User) async throws
}

extension UserDataSource {
    /// Calls ``removeAll(of:)``, for sources that can find everything by the user alone.
    public func removeRest(of user: User) async throws { try await removeAll(of: user) }
}
