import AtollCatalog
import AtollHub
import AtollPackages
import Foundation

/// Access to mini apps on behalf of the shell's users.
struct CenterAccess: Sendable {
    let configuration: ShellConfiguration
    /// The versions that users see before they are released.
    let previews: OpenPreviews
    let cache: MiniAppCache
    let releases: TrustedReleases
    let known: KnownListings
    private let catalogs: UserCatalogs
    private let provider: any MiniAppProvider

    init(
        catalogs: UserCatalogs, provider: any MiniAppProvider, previews: OpenPreviews, known: KnownListings
    ) {
        configuration = catalogs.configuration
        cache = catalogs.cache
        releases = catalogs.releases
        self.previews = previews
        self.known = known
        self.catalogs = catalogs
        self.provider = provider
    }

    /// Returns the catalog as `user` sees it.
    func catalog(for user: User) -> MiniAppCatalog { catalogs.catalog(for: user) }

    /// Returns a user as a runner of mini apps: the starts of a version are counted per user.
    func runner(_ user: User) -> Runner { catalogs.runner(user) }

    // MARK: The provider's answers

    func listings(
        _ query: HubQuery = .all, after cursor: String? = nil, for user: User, isCounted: Bool = true
    ) async throws(CatalogError) -> (page: MiniAppListingPage, isCurrent: Bool) {
        try await provider.listings(query, after: cursor, for: user, isCounted: isCounted)
    }

    func listing(of id: MiniAppID, for user: User) async throws(CatalogError) -> MiniAppListing {
        try await provider.listing(of: id, for: user)
    }

    func load(_ listing: MiniAppListing, for user: User) async throws(CatalogError) -> LoadedMiniApp {
        try await provider.load(listing, for: user)
    }

    func version(
        of listing: MiniAppListing, for user: User, policy: LoadPolicy? = nil
    ) async throws(CatalogError) -> LoadedMiniApp {
        try await provider.version(of: listing, for: user, policy: policy)
    }

    func featured(for user: User) async -> [MiniAppListing] { await provider.featured(for: user) }

    func presentation(of id: MiniAppID, code: Int, for user: User) async -> MiniAppPresentation? {
        await provider.presentation(of: id, code: code, for: user)
    }

    func feedback(on id: MiniAppID, for user: User) async -> MiniAppFeedback? {
        await provider.feedback(on: id, for: user)
    }

    func entries(
        matching words: [String], in listings: [MiniAppListing], limit: Int, for user: User
    ) async throws -> [FoundEntry] {
        try await provider.entries(matching: words, in: listings, limit: limit, for: user)
    }

    func prepareSearch(in listings: [MiniAppListing], budget: Int, for user: User) async -> [MiniAppListing] {
        await provider.prepareSearch(in: listings, budget: budget, for: user)
    }

    /// Whether `user` may still open a mini app that they have open: not if the user no longer exists.
    ///
    /// - Parameter files: The file list of the version, which counts for previews.
    func allows(_ user: User?, toOpen miniApp: MiniAppID, version files: SHA256Hash? = nil) async -> Bool {
        guard let user else { return false }
        return await provider.allows(user, toOpen: miniApp, version: files)
    }

    // MARK: Answers that follow from them

    /// The current version of a mini app for a user, from the cache if it is there; nil if they may not open it.
    func current(_ id: MiniAppID, for user: User) async throws -> InstalledMiniApp? {
        guard let listing = try? await listing(of: id, for: user) else { return nil }
        return try await version(of: listing, for: user, policy: .cacheFirst).miniApp
    }

    /// The publisher that signed an installed version; nil if it is unsigned.
    func publisher(of miniApp: InstalledMiniApp) async throws -> PublisherID? { try await cache.publisher(of: miniApp) }

    /// The name of a mini app in a list of a user's decisions or notices; its id if the name is no longer known.
    func name(of id: MiniAppID, for user: String) async -> String {
        if id.isPreview {
            guard let name = await previews.name(of: id, for: user) else { return id.rawValue }
            return localized("\(name) (preview)")
        }
        return await known.listing(of: id, for: user)?.inLanguage.name ?? id.rawValue
    }

    /// A preview that a user has opened.
    ///
    /// - Throws: ``CatalogError/notFound(_:)``.
    func preview(_ id: MiniAppID, of user: User) async throws(CatalogError) -> OpenPreviews.Preview {
        try await previews.opened(id, by: user, with: catalog(for: user))
    }
}
