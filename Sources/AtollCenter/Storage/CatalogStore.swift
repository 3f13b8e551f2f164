import AtollPackages

/// The Center's database, as the rest of the Center sees it. SQLite is the embedded one.
protocol CatalogStore: Sendable {
    /// The current versions that somebody with `roles` may open, by name, from `start` on; all for a `count` of 0.
    func listings(roles: Set<String>, start: Int, count: Int) async throws -> MiniAppListingPage

    /// The current version of `id`, or nil where there is none or none that somebody with `roles` may open.
    func listing(of id: MiniAppID, roles: Set<String>) async throws -> MiniAppListing?

    /// The highest version code that `id` ever had, or nil.
    func lastCode(of id: MiniAppID) async throws -> Int?

    /// Every version of `id`, the newest first.
    func versions(of id: MiniAppID) async throws -> [MiniAppListing]

    /// Every version of every mini app.
    func allVersions() async throws -> [MiniAppListing]

    /// Adds a version that devices have not been told of yet, in one transaction.
    ///
    /// - Throws: ``PublishingError/codeNotHigher(code:last:)`` unless its version code is higher than every one before.
    func add(_ version: StoredVersion) async throws

    /// Makes a version the current one of its mini app, with its statement as it is now: devices have been told.
    func finish(_ version: StoredVersion) async throws

    /// Takes back a version that was added and could not be finished.
    func removeUnfinished(_ version: StoredVersion) async throws

    /// The versions that were added and never finished.
    func unfinishedVersions() async throws -> [StoredVersion]

    /// The digest of the last statement about `id`, or nil.
    func lastStatement(of id: MiniAppID) async throws -> BlobDigest?

    /// The current version of `id`, if its statement has this digest.
    func version(ofStatement digest: BlobDigest, of id: MiniAppID) async throws -> StoredVersion?

    /// The statements about the versions of `id`, the newest first.
    func statements(of id: MiniAppID) async throws -> [SignedStatement]

    /// Sets who may open `id`: those with one of `roles`, or everybody who is signed in where there are none. A mini
    /// app need not be there yet.
    func setRoles(_ roles: Set<String>, of id: MiniAppID) async throws

    /// Who may open `id`.
    func roles(of id: MiniAppID) async throws -> Set<String>
}
