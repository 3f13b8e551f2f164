import Foundation

/// A part of a super app that stores data about users. They can download it, and it is removed with their account.
///
/// The shell has one for its own data. An app that stores more gives the shell others:
///
/// ```swift
/// WebShell(configuration, users: accounts, data: [OrderHistory(database)], logger: logger)
/// ```
public protocol UserDataSource: Sendable {
    /// Returns the data about a user, as files that people can read. For data that can't be read, returns a file whose
    /// contents throw, so that the archive is not mistaken for complete.
    ///
    /// - Throws: An error if it can't be determined which data there is.
    func files(of user: User) async throws -> [UserDataFile]

    /// Removes the data about a user, at least what the source could no longer find under the user's names afterwards.
    /// It may be called again after it has failed.
    func removeAll(of user: User) async throws

    /// Removes data that was added meanwhile, and all remaining data, once the account has been removed. By default,
    /// calls ``removeAll(of:)``.
    func removeRest(of user: User) async throws
}

extension UserDataSource {
    /// Calls ``removeAll(of:)``, for sources that can find all data by the user alone.
    public func removeRest(of user: User) async throws { try await removeAll(of: user) }
}
