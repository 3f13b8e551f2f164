import AtollCatalog
import AtollHub
import AtollPackages

/// Gives users their mini apps: the Center, by way of ``PublishedMiniApps``, or a stage's own.
package protocol MiniAppProvider: Sendable {
    /// Returns the mini apps that `user` may open and that match a query of the hub.
    ///
    /// - Parameter isCounted: Whether a text that finds nothing is counted.
    /// - Returns: A page, and whether it is current.
    func listings(
        _ query: HubQuery, after cursor: String?, for user: User, isCounted: Bool
    ) async throws(CatalogError) -> (page: MiniAppListingPage, isCurrent: Bool)

    /// Returns the listing of a mini app that `user` may open.
    ///
    /// - Throws: ``CatalogError/notFound(_:)`` if the user may not open one with this id.
    func listing(of id: MiniAppID, for user: User) async throws(CatalogError) -> MiniAppListing

    /// Whether `user` may still open a mini app that they have open.
    ///
    /// - Parameter files: The file list of the version, which counts for previews.
    func allows(_ user: User, toOpen miniApp: MiniAppID, version files: SHA256Hash?) async -> Bool

    /// Loads a mini app to open it.
    func load(_ listing: MiniAppListing, for user: User) async throws(CatalogError) -> LoadedMiniApp

    /// Loads a mini app for a look at it.
    func version(
        of listing: MiniAppListing, for user: User, policy: LoadPolicy?
    ) async throws(CatalogError) -> LoadedMiniApp

    /// Returns the mini apps that the super app features; empty if they can't be loaded.
    func featured(for user: User) async -> [MiniAppListing]

    /// Returns what is new in a version, and which pictures there are of it; nil if that is not known within seconds.
    func presentation(of id: MiniAppID, code: Int, for user: User) async -> MiniAppPresentation?

    /// Returns what users have said about a mini app; nil if that is not known within seconds: no page waits for it.
    func feedback(on id: MiniAppID, for user: User) async -> MiniAppFeedback?

    /// Searches inside the mini apps of these listings.
    func entries(
        matching words: [String], in listings: [MiniAppListing], limit: Int, for user: User
    ) async throws -> [FoundEntry]

    /// Prepares searches inside mini apps.
    ///
    /// - Parameter budget: How much may be fetched, in bytes.
    /// - Returns: Those that can be searched.
    func prepareSearch(in listings: [MiniAppListing], budget: Int, for user: User) async -> [MiniAppListing]
}
