import AtollPackages
import Foundation

/// The Center's database, as the rest of the Center sees it. SQLite is the embedded one.
protocol CatalogStore: Sendable {
    /// The audiences that a visitor is part of, by their numbers.
    func audiences(of visitor: Visitor) -> [Int64]

    /// A part of what fits a search, among what these audiences may open.
    ///
    /// - Parameter total: How many fit, where that is known.
    func search(
        _ query: SearchQuery, for audiences: [Int64], superApp: String, total: Int?, at now: Date
    ) async throws -> SearchPage

    /// The current version of `id` in JSON, or nil where there is none or none that these audiences may open.
    func listing(of id: MiniAppID, for audiences: [Int64], superApp: String) async throws -> String?

    /// The highest version code that `id` ever had, or nil.
    func lastCode(of id: MiniAppID) async throws -> Int?

    /// The highest version code of `id` that a new one of this epoch and code comes after: all of its epoch, and of earlier ones those
    /// that are lower.
    func lastCode(of id: MiniAppID, epoch: Int, below code: Int) async throws -> Int?

    /// The highest version code that the operator lets `id` jump to, or nil.
    func allowedCode(of id: MiniAppID) async throws -> Int?

    /// Lets the next version of `id` have any code up to this one.
    func allowCode(_ code: Int, of id: MiniAppID) async throws

    /// The current version of every mini app: the one that devices are told of, even if it is withdrawn.
    func currentVersions() async throws -> [StoredVersion]

    /// Every version of every mini app.
    func allVersions() async throws -> [MiniAppListing]

    /// Adds a version that devices have not been told of yet, in one transaction. Versions of earlier epochs with codes that are not
    /// lower are put aside.
    ///
    /// - Throws: ``PublishingError/codeNotHigher(code:last:)`` unless its version code is higher than every one before.
    func add(_ version: StoredVersion) async throws

    /// Makes a version the current one of its mini app, with its statement as it is now: devices have been told.
    func finish(_ version: StoredVersion) async throws

    /// Every version of `id` of which devices were told, the newest first.
    func versions(of id: MiniAppID) async throws -> [StoredVersion]

    /// Notes that a version is withdrawn, and makes `current` the one that devices are told of; searches find it, unless it is
    /// withdrawn itself.
    func withdraw(_ code: Int, of id: MiniAppID, reason: String, at now: Date, current: Int) async throws

    /// Whether a version of `id` with this statement was ever published here, be it in an earlier epoch.
    func knows(_ statement: BlobDigest, of id: MiniAppID) async throws -> Bool

    /// The newest version of `id` above `code` that is withdrawn, or nil.
    func newestWithdrawn(of id: MiniAppID, above code: Int) async throws -> StoredVersion?

    /// Takes back a version that was added and could not be finished.
    func removeUnfinished(_ version: StoredVersion) async throws

    /// The versions that were added and never finished.
    func unfinishedVersions() async throws -> [StoredVersion]

    /// The digest of the last statement about `id`, or nil.
    func lastStatement(of id: MiniAppID) async throws -> BlobDigest?

    /// The current version of `id`, if its statement has this digest.
    func version(ofStatement digest: BlobDigest, of id: MiniAppID) async throws -> StoredVersion?

    /// The current version of `id`, or nil.
    func currentVersion(of id: MiniAppID) async throws -> StoredVersion?

    /// Sets who may open `id`: those with one of `roles`, or everybody who is signed in where there are none; in the super app
    /// from a version on. A mini app need not be there yet.
    func setAccess(_ roles: Set<String>, minimumHost: String?, of id: MiniAppID) async throws

    /// The version of the super app that `id` needs, as its operator says, or nil.
    func minimumHost(of id: MiniAppID) async throws -> String?

    /// Who may open `id`.
    func roles(of id: MiniAppID) async throws -> Set<String>

    /// Sets what a publisher says of `id` beside its manifest. A mini app need not be there yet.
    func setDetails(_ details: MiniAppDetails, of id: MiniAppID) async throws

    /// What a publisher says of `id` beside its manifest.
    func details(of id: MiniAppID) async throws -> MiniAppDetails

    /// The attributes that a super app defines.
    func attributes(of superApp: String) -> [AttributeDefinition]

    /// Sets the attributes that a super app defines.
    func setAttributes(_ definitions: [AttributeDefinition], of superApp: String) async throws

    /// Sets what a super app shows first, in this order.
    func setFeatured(_ featured: [FeaturedMiniApp], of superApp: String) async throws

    /// What a super app shows first, now or at another time.
    func featured(of superApp: String) async throws -> [FeaturedMiniApp]
}
