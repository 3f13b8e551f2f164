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

    /// Adds a version that has not been announced yet, in one transaction. Versions of earlier epochs whose codes are
    /// not lower are voided.
    ///
    /// - Throws: ``CenterError/codeNotHigher(code:last:)`` unless its code is higher than that of every other version.
    func add(_ version: StoredVersion) async throws

    /// Marks a version as announced, stores its statement, and makes it the current one of its mini app, unless a
    /// higher code is current.
    func finish(_ version: StoredVersion) async throws

    /// Every version of `id` that has been announced, newest first.
    func versions(of id: MiniAppID) async throws -> [StoredVersion]

    /// Marks a version as withdrawn, and makes `current` the version to announce, which searches find unless it is
    /// withdrawn itself.
    func withdraw(_ code: Int, of id: MiniAppID, reason: String, at now: Date, current: Int) async throws

    /// Whether a version of `id` with this statement was ever published here, even in an earlier epoch.
    func knows(_ statement: SHA256Hash, of id: MiniAppID) async throws -> Bool

    /// The newest version of `id` above `code` that is withdrawn, or nil.
    func newestWithdrawn(of id: MiniAppID, above code: Int) async throws -> StoredVersion?

    /// Removes a version that was added but could not be finished, and restores the versions that it voided.
    func removeUnfinished(_ version: StoredVersion) async throws

    /// The versions that were added but never finished.
    func unfinishedVersions() async throws -> [StoredVersion]

    /// The digest of the last statement about `id`, or nil.
    func lastStatement(of id: MiniAppID) async throws -> SHA256Hash?

    /// The current version of `id`, if its statement has this digest.
    func version(ofStatement digest: SHA256Hash, of id: MiniAppID) async throws -> StoredVersion?

    /// The current version of `id`, or nil.
    func currentVersion(of id: MiniAppID) async throws -> StoredVersion?

    /// Sets who may open `id`: users with one of `roles`, or every signed-in user if it is empty; and the minimum
    /// version of the super app. `id` need not have a version yet.
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
