import AtollPackages
import Foundation

/// The Center's database, as the rest of the Center sees it. The embedded implementation is SQLite.
package protocol CatalogStore: SearchStore {
    /// Checks that the database can be read, and throws if not.
    func check() async throws

    /// The highest version code of `id`, or nil if it has no version.
    func lastCode(of id: MiniAppID) async throws -> Int?

    /// The highest version code of `id` that precedes a new version with this epoch and code, or nil: among all
    /// versions of the same or a later epoch, and those of earlier epochs with a lower code.
    func lastCode(of id: MiniAppID, epoch: Int, below code: Int) async throws -> Int?

    /// The highest version code that the operator permits `id` to jump to, or nil.
    func allowedCode(of id: MiniAppID) async throws -> Int?

    /// Permits the next version of `id` to have any code up to this one.
    func allowCode(_ code: Int, of id: MiniAppID) async throws

    /// The current version of every mini app: the one that the repository announces, even if it is withdrawn.
    func currentVersions() async throws -> [StoredVersion]

    /// Every version of every mini app.
    func allVersions() async throws -> [MiniAppListing]

    /// Adds a version that waits to be announced, in one transaction, and makes its mini app due. Versions of earlier
    /// epochs whose codes are not lower are voided.
    ///
    /// - Throws: ``CenterError/codeNotHigher(code:last:)`` unless its code is higher than that of every other version, or
    ///   ``CenterError/chain(last:)`` unless the last statement is the expected one.
    func add(_ version: StoredVersion, after previous: PreviousStatement) async throws

    /// Announces what is due, in one turn: what `sign` publishes in the repository and what the database then has as
    /// current take effect together, or nothing does.
    ///
    /// - Parameter sign: Publishes the descriptors of the mini apps, and the other targets, in the files that it is
    ///   given. Returns the mini apps that it refused, whose waiting versions are removed.
    func release(
        _ sign: @escaping @Sendable (_ work: ReleaseWork, _ files: any RepositoryFiles) async throws -> [MiniAppID]
    ) async throws

    /// Whether anything waits to be announced.
    func isAnythingDue() async throws -> Bool

    /// Whether something about `id` waits to be announced.
    func isDue(_ id: MiniAppID) async throws -> Bool

    /// What there is to announce about `id` if it is due; nil if it has no version.
    func announcement(of id: MiniAppID) async throws -> DueMiniApp?

    /// Makes a mini app due, whose descriptor may differ from what the database has.
    func makeDue(_ id: MiniAppID) async throws

    /// Has a target published with the next release, in place of any that waits under the same path.
    func addDueTarget(_ path: String, _ data: Data) async throws -> DueTarget

    /// Whether a target waits to be published; not whether another one with its path does.
    func isDue(_ target: DueTarget) async throws -> Bool

    /// Removes a target that waits to be published.
    ///
    /// - Returns: Whether it was still waiting.
    func remove(_ target: DueTarget) async throws -> Bool

    /// Replaces the signatures of a statement, and makes its mini app due.
    func replaceStatement(of version: StoredVersion) async throws

    /// Every version of `id` that has been announced, newest first.
    func versions(of id: MiniAppID) async throws -> [StoredVersion]

    /// Marks a version as withdrawn, makes `current` the version to announce, which searches find unless it is withdrawn
    /// itself.
    ///
    /// - Parameters:
    ///   - expected: The version that must be current now, or nil for any.
    ///   - isDue: Whether the mini app becomes due; false for what devices have been told already.
    /// - Returns: Whether the expected version was current; if not, nothing was changed.
    func withdraw(
        _ code: Int, of id: MiniAppID, reason: String, at now: Date, current: Int, expecting expected: Int?,
        isDue: Bool
    ) async throws -> Bool

    /// Whether a version of `id` with this statement was ever published here, even in an earlier epoch.
    func knows(_ statement: SHA256Hash, of id: MiniAppID) async throws -> Bool

    /// Removes a version that waits and could not be announced, and those that wait after it, and restores the versions
    /// that it voided.
    ///
    /// - Returns: Whether the version is gone: false if it was announced all the same.
    @discardableResult
    func removeWaiting(_ version: StoredVersion) async throws -> Bool

    /// The version with this statement, and whether it still waits to be announced; nil if there is none.
    func version(withStatement digest: SHA256Hash, of id: MiniAppID) async throws -> (StoredVersion, isWaiting: Bool)?

    /// The digest of the last statement about `id`, or nil.
    func lastStatement(of id: MiniAppID) async throws -> SHA256Hash?

    /// The current version of `id`, if its statement has this digest.
    func version(ofStatement digest: SHA256Hash, of id: MiniAppID) async throws -> StoredVersion?

    /// The current version of `id`, or nil.
    func currentVersion(of id: MiniAppID) async throws -> StoredVersion?

    /// Sets who may open `id`: users with one of `roles`, or every signed-in user if it is empty; and the minimum
    /// version of the super app, which makes the mini app due if it changes. `id` need not have a version yet.
    func setAccess(_ roles: Set<String>, minimumHost: String?, of id: MiniAppID) async throws

    /// The minimum version of the super app that was set for `id`, or nil.
    func minimumHost(of id: MiniAppID) async throws -> String?

    /// The roles that may open `id`; empty for every signed-in user.
    func roles(of id: MiniAppID) async throws -> Set<String>

    /// Sets a publisher's details about `id`, in addition to its manifest. `id` need not have a version yet.
    func setDetails(_ details: MiniAppDetails, of id: MiniAppID) async throws

    /// The publisher's details about `id`; empty if none were set.
    func details(of id: MiniAppID) async throws -> MiniAppDetails

    /// Sets the attributes that a super app defines.
    func setAttributes(_ definitions: [AttributeDefinition], of superApp: String) async throws

    /// Sets the mini apps that a super app features, in this order.
    func setFeatured(_ featured: [FeaturedMiniApp], of superApp: String) async throws

    /// Adds entries that only searches find; they have no version.
    func addSamples(_ entries: [SearchEntry]) async throws

    /// The mini apps that a super app features at any time, in order.
    func featured(of superApp: String) async throws -> [FeaturedMiniApp]
}
