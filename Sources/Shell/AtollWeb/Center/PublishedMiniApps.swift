import AtollCatalog
import AtollHub
import AtollPackages
import Logging
import PrintableText

/// The mini apps that a Center has published, and those of previews.
struct PublishedMiniApps: MiniAppProvider {
    let catalogs: UserCatalogs
    /// The versions that users see before they are released.
    let previews: OpenPreviews
    let known: KnownListings
    let logger: Logger

    /// Returns the mini apps that `user` may open and that match a query of the hub. If the Center can't be reached,
    /// the last known listings are searched.
    ///
    /// - Parameter isCounted: Whether a text that finds nothing is counted.
    /// - Returns: A page, and whether it is the Center's current response.
    func listings(
        _ query: HubQuery, after cursor: String?, for user: User, isCounted: Bool
    ) async throws(CatalogError) -> (page: MiniAppListingPage, isCurrent: Bool) {
        let page: MiniAppListingPage
        do throws(CatalogError) {
            page = try await catalogs.catalog(for: user).miniApps(
                query.search, after: cursor, count: Hub.pageSize, isCounted: isCounted)
        } catch {
            guard case .network = error, let known = await known.listings(for: user.id) else { throw error }
            let items = known.items.filter { query.mayFit($0) }.map(\.inLanguage)
            return (MiniAppListingPage(items: items, start: 0, total: items.count), false)
        }
        if query == .all, cursor == nil { try await remember { try await known.remember(page, for: user.id) } }
        let shown = MiniAppListingPage(
            items: page.items.map(\.inLanguage), start: page.start, total: page.total, next: page.next)
        return (shown, true)
    }

    private func remember(_ work: () async throws -> Void) async throws(CatalogError) {
        do {
            try await work()
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    /// Returns the mini apps that the super app features; empty if they can't be loaded.
    func featured(for user: User) async -> [MiniAppListing] {
        ((try? await catalogs.catalog(for: user).featured()) ?? []).map(\.inLanguage)
    }

    /// Returns the changes and the pictures of a version; nil if the Center does not answer within seconds.
    func presentation(of id: MiniAppID, code: Int, for user: User) async -> MiniAppPresentation? {
        guard !id.isPreview else { return nil }
        do throws(CatalogError) {
            return try await catalogs.catalog(for: user).presentation(of: id, code: code, within: .seconds(2))
        } catch {
            logger.info("A presentation could not be loaded.", metadata: ["miniApp": "\(id)", "error": "\(error)"])
            return nil
        }
    }

    /// Returns the users' feedback on a mini app; nil if the Center does not answer within seconds, because no page
    /// waits for it.
    func feedback(on id: MiniAppID, for user: User) async -> MiniAppFeedback? {
        guard !id.isPreview else { return nil }
        do throws(FeedbackError) {
            return try await catalogs.catalog(for: user).feedback(on: id, within: .seconds(2))
        } catch {
            logger.info("Feedback could not be loaded.", metadata: ["miniApp": "\(id)", "error": "\(error)"])
            return nil
        }
    }

    /// Returns the listing of a mini app that `user` may open. If the Center can't be reached, it is the last known
    /// one.
    func listing(of id: MiniAppID, for user: User) async throws(CatalogError) -> MiniAppListing {
        if id.isPreview { return try await previews.opened(id, by: user, with: catalogs.catalog(for: user)).listing }
        let entitlement = await catalogs.catalog(for: user).entitlement(
            to: id, remembering: KnownEntitlements(known: known, user: user.id, logger: logger))
        _ = try entitlement.files()
        if let listing = entitlement.listing { return listing.inLanguage }
        guard let listing = await known.listing(of: id, for: user.id) else {
            throw entitlement.error ?? .notFound(id)
        }
        return listing.inLanguage
    }

    /// Whether `user` may still open a mini app that they have open: not if the Center refuses. If the Center can't be reached or fails, the user may.
    ///
    /// - Parameter files: The file list of the version, which counts for previews.
    func allows(_ user: User, toOpen miniApp: MiniAppID, version files: SHA256Hash?) async -> Bool {
        if miniApp.isPreview {
            let preview = await previews.preview(miniApp, of: user.id, with: catalogs.catalog(for: user))
            return preview.map { files == nil || $0.statement.files.sha256 == files } ?? false
        }
        return await catalogs.catalog(for: user).entitlement(
            to: miniApp, remembering: KnownEntitlements(known: known, user: user.id, logger: logger),
            within: .seconds(30)
        ).mayOpen
    }

    /// Loads a mini app to open it.
    func load(_ listing: MiniAppListing, for user: User) async throws(CatalogError) -> LoadedMiniApp {
        if listing.id.isPreview { return try await previewed(listing, for: user) }
        return try await catalogs.catalog(for: user).load(listing.id, announced: listing.files)
    }

    /// Loads a mini app without opening it.
    func version(
        of listing: MiniAppListing, for user: User, policy: LoadPolicy?
    ) async throws(CatalogError) -> LoadedMiniApp {
        if listing.id.isPreview { return try await previewed(listing, for: user) }
        return try await catalogs.catalog(for: user).version(of: listing.id, policy: policy, announced: listing.files)
    }

    func entries(
        matching words: [String], in listings: [MiniAppListing], limit: Int, for user: User
    ) async throws -> [FoundEntry] {
        await catalogs.catalog(for: user).entries(matching: words, in: listings.map(\.id), limit: limit)
    }

    func prepareSearch(in listings: [MiniAppListing], budget: Int, for user: User) async -> [MiniAppListing] {
        let offered = Set(await catalogs.catalog(for: user).prepareSearch(in: listings.map(\.id), budget: budget))
        return listings.filter { offered.contains($0.id) }
    }

    private func previewed(_ listing: MiniAppListing, for user: User) async throws(CatalogError) -> LoadedMiniApp {
        let preview = try await previews.opened(listing.id, by: user, with: catalogs.catalog(for: user))
        do throws(PreviewError) {
            let miniApp = try await catalogs.catalog(for: user).preview(of: preview.statement)
            return LoadedMiniApp(miniApp: miniApp, statement: preview.statement, origin: .current)
        } catch {
            guard case .catalog(let error) = error else { throw .notFound(listing.id) }
            throw error
        }
    }
}
