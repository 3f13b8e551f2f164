import AtollCatalog
import AtollHub
import AtollPackages

/// Provides users with their mini apps: from the Center, through ``PublishedMiniApps``, or from a stage.
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
    /// - Throws: ``CatalogError/notFound(_:)`` if the user may not open it.
    func listing(of id: MiniAppID, for user: User) async throws(CatalogError) -> MiniAppListing

    /// Whether `user` may still open a mini app that they have open.
    ///
    /// - Parameter files: The file list of the version, which counts for previews.
    func allows(_ user: User, toOpen miniApp: MiniAppID, version files: SHA256Hash?) async -> Bool

    /// Loads a mini app to open it.
    func load(_ listing: MiniAppListing, for user: User) async throws(CatalogError) -> LoadedMiniApp

    /// Loads a mini app without opening it.
    func version(
        of listing: MiniAppListing, for user: User, policy: LoadPolicy?
    ) async throws(CatalogError) -> LoadedMiniApp

    /// Returns the mini apps that the super app features; empty if they can't be loaded.
    func featured(for user: User) async -> [MiniAppListing]

    /// Returns the changes and the pictures of a version; nil if they are not available within seconds.
    func presentation(of id: MiniAppID, code: Int, for user: User) async -> MiniAppPresentation?

    /// Returns the users' feedback on a mini app; nil if it is not available within seconds, because no page waits for
    /// it.
    func feedback(on id: MiniAppID, for user: User) async -> MiniAppFeedback?

    /// Searches inside the mini apps of these listings.
    func entries(
        matching words: [String], in listings: [MiniAppListing], limit: Int, for user: User
    ) async throws -> [FoundEntry]

    /// Prepares searches inside mini apps.
    ///
    /// - Parameter budget: The maximum size of files to fetch, in bytes.
    /// - Returns: The mini apps that can be searched.
    func prepareSearch(in listings: [MiniAppListing], budget: Int, for user: User) async -> [MiniAppListing]
}
