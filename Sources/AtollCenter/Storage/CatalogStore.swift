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

    /// Makes `listing` the current version of its mini app, in one transaction.
    ///
    /// - Throws: ``PublishingError/codeNotHigher(code:last:)`` unless its version code is higher than every one before.
    func add(_ listing: MiniAppListing, publisher: PublisherID) async throws

    /// Sets who may open `id`: those with one of `roles`, or everybody who is signed in where there are none. A mini
    /// app need not be there yet.
    func setRoles(_ roles: Set<String>, of id: MiniAppID) async throws

    /// Who may open `id`.
    func roles(of id: MiniAppID) async throws -> Set<String>
}
