import AtollCatalog
import AtollHub
import AtollPackages
import AtollWeb
import Foundation
import NIOConcurrencyHelpers

/// Provides the mini app that a developer works on to all users, in place of a Center's mini apps.
final class ShownFolder: MiniAppProvider {
    /// Searches inside the mini app.
    private let contents = SearchableContents()
    private let shown = NIOLockedValueBox<LoadedMiniApp?>(nil)

    /// The current mini app; nil until its folder has been read for the first time.
    var miniApp: LoadedMiniApp? { shown.withLockedValue { $0 } }

    func show(_ miniApp: LoadedMiniApp) { shown.withLockedValue { $0 = miniApp } }

    /// The mini app's entry in the hub.
    private var listing: MiniAppListing? {
        guard let loaded = miniApp else { return nil }
        let manifest = loaded.miniApp.manifest
        let icon = manifest.icons.first.flatMap { loaded.miniApp.file(at: $0.source) }
        return MiniAppListing(
            manifest: manifest,
            icon: icon.map { MiniAppListing.Icon(sha256: $0.sha256, length: $0.length, path: $0.path) },
            files: loaded.statement.files, published: loaded.statement.created)
    }

    func listings(
        _ query: HubQuery, after cursor: String?, for user: User, isCounted: Bool
    ) async throws(CatalogError) -> (page: MiniAppListingPage, isCurrent: Bool) {
        let items = [listing].compactMap(\.self).filter { query.mayFit($0) }
        return (MiniAppListingPage(items: items, start: 0, total: items.count), true)
    }

    func listing(of id: MiniAppID, for user: User) async throws(CatalogError) -> MiniAppListing {
        guard let listing, listing.id == id else { throw .notFound(id) }
        return listing
    }

    func allows(_ user: User, toOpen miniApp: MiniAppID, version files: SHA256Hash?) async -> Bool {
        listing?.id == miniApp
    }

    func load(_ listing: MiniAppListing, for user: User) async throws(CatalogError) -> LoadedMiniApp {
        guard let loaded = miniApp, loaded.miniApp.manifest.id == listing.id else { throw .notFound(listing.id) }
        return loaded
    }

    func version(
        of listing: MiniAppListing, for user: User, policy: LoadPolicy?
    ) async throws(CatalogError) -> LoadedMiniApp {
        try await load(listing, for: user)
    }

    func entries(
        matching words: [String], in listings: [MiniAppListing], limit: Int, for user: User
    ) async throws -> [FoundEntry] {
        await contents.matching(words, in: [miniApp?.miniApp].compactMap(\.self), limit: limit)
    }

    func prepareSearch(in listings: [MiniAppListing], budget: Int, for user: User) async -> [MiniAppListing] {
        listings
    }

    // The mini app is not published.

    func featured(for user: User) async -> [MiniAppListing] { [] }

    func presentation(of id: MiniAppID, code: Int, for user: User) async -> MiniAppPresentation? { nil }

    func feedback(on id: MiniAppID, for user: User) async -> MiniAppFeedback? { nil }
}
