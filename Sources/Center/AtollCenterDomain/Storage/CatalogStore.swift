import AtollPackages
import Foundation
import SQLStatements

/// The Center's database, as the rest of the Center sees it: the embedded implementation is SQLite.
///
/// A database gives its transactions; what is asked of the rows of versions is written once, in extensions.
package protocol CatalogStore: SearchStore {
    /// Checks that the database can be read, and throws if not.
    func check() async throws

    /// Reads what was committed, all at one time.
    func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Result) async throws -> Result

    /// Changes what no search depends on, in one transaction.
    func write<Result: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Result) async throws -> Result

    /// Changes a mini app in one transaction, and what searches find of it.
    ///
    /// - Parameter body: May be run again from its beginning.
    @discardableResult
    func change<Result: Sendable>(
        _ id: MiniAppID, _ body: @escaping @Sendable (any SQLSession) throws -> Result
    ) async throws -> Result

    /// Changes what may affect every search, in one transaction.
    func changeAll(_ body: @escaping @Sendable (any SQLSession) throws -> Void) async throws

    /// Announces what is due, in one turn: what `sign` publishes in the repository and what the database then has as
    /// current take effect together, or nothing does.
    ///
    /// - Parameter sign: Publishes the descriptors of the mini apps, and the other targets, in the files that it is
    ///   given. Returns the mini apps that it refused, with the reasons.
    /// - Returns: The mini apps that were refused, can't be read, or that the database refuses to finish, with the
    ///   reasons. They stay due, behind all others.
    func release(
        _ sign:
            @escaping @Sendable (_ work: ReleaseWork, _ files: any RepositoryFiles) async throws
            -> [MiniAppID: String]
    ) async throws -> [MiniAppID: String]

    /// Adds a target to the next release, in place of a pending one with the same path.
    ///
    /// - Parameter also: What else is done in the transaction.
    func addDueTarget(
        _ path: String, _ data: Data, also: @escaping @Sendable (any SQLSession) throws -> Void
    ) async throws -> DueTarget

    /// Removes a target that waits to be published.
    ///
    /// - Returns: Whether it was still waiting.
    func remove(_ target: DueTarget) async throws -> Bool

    /// Adds entries that only searches find; they have no version.
    func addSamples(_ entries: [SearchEntry]) async throws
}
