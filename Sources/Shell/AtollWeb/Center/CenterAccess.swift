import AtollCatalog
import AtollHub
import AtollPackages
import Foundation
import Logging
import NIOConcurrencyHelpers
import PrintableText

/// Access to the Center on behalf of the shell's users.
struct CenterAccess: Sendable {
    let configuration: ShellConfiguration
    /// The versions that users see before they are released.
    let previews: OpenPreviews
    let tokens: TokenIssuer
    let cache: MiniAppCache
    let releases: TrustedReleases
    let known: KnownListings
    let transport: any CatalogTransport
    let pairwiseNames: PairwiseNames
    let logger: Logger
    /// The mini app that a developer works on, in place of those of the Center; nil in every app.
    let development: ShellDevelopment?
    /// One catalog for each user, so that simultaneous requests for the same thing are combined.
    private let catalogs = NIOLockedValueBox<[Visitor: MiniAppCatalog]>([:])

    /// The parts of a user that a catalog depends on.
    private struct Visitor: Hashable {
        let user: String
        let roles: Set<String>
    }

    private static let capacity = 10_000

    init(
        configuration: ShellConfiguration, previews: OpenPreviews, tokens: TokenIssuer, cache: MiniAppCache,
        releases: TrustedReleases,
        known: KnownListings, transport: any CatalogTransport, pairwiseNames: PairwiseNames,
        development: ShellDevelopment?, logger: Logger
    ) {
        self.development = development
        self.configuration = configuration
        self.previews = previews
        self.tokens = tokens
        self.cache = cache
        self.releases = releases
        self.known = known
        self.transport = transport
        self.pairwiseNames = pairwiseNames
        self.logger = logger
    }

    /// Returns the catalog as `user` sees it.
    func catalog(for user: User) -> MiniAppCatalog {
        let visitor = Visitor(user: user.id, roles: user.roles)
        return catalogs.withLockedValue { catalogs in
            if let catalog = catalogs[visitor] { return catalog }
            if catalogs.count >= Self.capacity { catalogs = [:] }
            let catalog = MiniAppCatalog(
                center: configuration.center, cache: cache, releases: releases, transport: transport,
                policy: configuration.loadPolicy, readyWithin: configuration.readyWithin, runner: runner(user)
            ) { [tokens, configuration] in
                try await tokens.token(
                    for: user, audience: configuration.centerAudience, superApp: configuration.superApp)
            }
            catalogs[visitor] = catalog
            return catalog
        }
    }

    /// Returns a user as a runner of mini apps: the starts of a version are counted per user.
    func runner(_ user: User, at now: Date = Date()) -> Runner {
        let age = user.created.map { now.timeIntervalSince($0) } ?? .infinity
        return Runner(
            id: user.id, rolloutID: pairwiseNames.rolloutID(of: user.id), groups: configuration.groups(user),
            countsForAll: age >= configuration.setAside.accountAge)
    }

    /// Returns the mini apps that `user` may open and that match a query of the hub. If the Center can't be reached,
    /// the last known listings are searched.
    ///
    /// - Parameter isCounted: Whether a text that finds nothing is counted.
    /// - Returns: A page, and whether it is the Center's current response.
    func listings(
        _ query: HubQuery = .all, after cursor: String? = nil, for user: User, isCounted: Bool = true
    ) async throws(CatalogError) -> (page: MiniAppListingPage, isCurrent: Bool) {
        if let development {
            let items = [development.listing].compactMap(\.self).filter { query.mayFit($0) }
            return (MiniAppListingPage(items: items, start: 0, total: items.count), true)
        }
        let page: MiniAppListingPage
        do throws(CatalogError) {
            page = try await catalog(for: user).miniApps(
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
        guard development == nil else { return [] }
        return ((try? await catalog(for: user).featured()) ?? []).map(\.inLanguage)
    }

    /// Returns what is new in a version, and which pictures there are of it; nil if the Center does not answer within seconds.
    func presentation(of id: MiniAppID, code: Int, for user: User) async -> MiniAppPresentation? {
        guard development == nil, !id.isPreview else { return nil }
        do throws(CatalogError) {
            return try await catalog(for: user).presentation(of: id, code: code, within: .seconds(2))
        } catch {
            logger.info("A presentation could not be loaded.", metadata: ["miniApp": "\(id)", "error": "\(error)"])
            return nil
        }
    }

    /// Returns what users have said about a mini app; nil if the Center does not answer within seconds: no page waits for it.
    func feedback(on id: MiniAppID, for user: User) async -> MiniAppFeedback? {
        guard development == nil, !id.isPreview else { return nil }
        do throws(FeedbackError) {
            return try await catalog(for: user).feedback(on: id, within: .seconds(2))
        } catch {
            logger.info("Feedback could not be loaded.", metadata: ["miniApp": "\(id)", "error": "\(error)"])
            return nil
        }
    }

    /// Returns the listing of a mini app that `user` may open. If the Center can't be reached, it is the last known
    /// one.
    func listing(of id: MiniAppID, for user: User) async throws(CatalogError) -> MiniAppListing {
        if let development {
            guard let listing = development.listing, listing.id == id else { throw .notFound(id) }
            return listing
        }
        if id.isPreview { return try await preview(id, of: user).listing }
        let entitlement = await catalog(for: user).entitlement(
            to: id, remembering: KnownEntitlements(known: known, user: user.id, logger: logger))
        _ = try entitlement.files()
        if let listing = entitlement.listing { return listing.inLanguage }
        guard let listing = await known.listing(of: id, for: user.id) else {
            throw entitlement.error ?? .notFound(id)
        }
        return listing.inLanguage
    }

    /// Whether `user` may still open a mini app that they have open: not if the user no longer exists or the Center
    /// refuses. If the Center can't be reached or fails, the user may.
    ///
    /// - Parameter files: The file list of the version, which counts for previews.
    func allows(_ user: User?, toOpen miniApp: MiniAppID, version files: SHA256Hash? = nil) async -> Bool {
        guard let user else { return false }
        if let development { return development.listing?.id == miniApp }
        if miniApp.isPreview {
            let preview = await previews.preview(miniApp, of: user.id, with: catalog(for: user))
            return preview.map { files == nil || $0.statement.files.sha256 == files } ?? false
        }
        return await catalog(for: user).entitlement(
            to: miniApp, remembering: KnownEntitlements(known: known, user: user.id, logger: logger),
            within: .seconds(30)
        ).mayOpen
    }

    /// The version of a mini app that a user has now, from the cache if it is there; nil if they may not open it.
    func current(_ id: MiniAppID, for user: User) async throws -> InstalledMiniApp? {
        guard let listing = try? await listing(of: id, for: user) else { return nil }
        return try await version(of: listing, for: user, policy: .cacheFirst).miniApp
    }

    /// Who has signed an installed version; nil if nobody has.
    func publisher(of miniApp: InstalledMiniApp) async throws -> PublisherID? { try await cache.publisher(of: miniApp) }

    /// Loads a mini app to open it.
    func load(_ listing: MiniAppListing, for user: User) async throws(CatalogError) -> LoadedMiniApp {
        if let development { return try developed(listing, development) }
        if listing.id.isPreview { return try await previewed(listing, for: user) }
        return try await catalog(for: user).load(listing.id, announced: listing.files)
    }

    /// Loads a mini app for a look at it.
    func version(
        of listing: MiniAppListing, for user: User, policy: LoadPolicy? = nil
    ) async throws(CatalogError) -> LoadedMiniApp {
        if let development { return try developed(listing, development) }
        if listing.id.isPreview { return try await previewed(listing, for: user) }
        return try await catalog(for: user).version(of: listing.id, policy: policy, announced: listing.files)
    }

    /// The name of a mini app in a list of what users have decided or were told; its id if it is known no more.
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
        guard let preview = await previews.preview(id, of: user.id, with: catalog(for: user)) else {
            throw .notFound(id)
        }
        return preview
    }

    private func previewed(_ listing: MiniAppListing, for user: User) async throws(CatalogError) -> LoadedMiniApp {
        let preview = try await preview(listing.id, of: user)
        do throws(PreviewError) {
            let miniApp = try await catalog(for: user).preview(of: preview.statement)
            return LoadedMiniApp(miniApp: miniApp, statement: preview.statement, origin: .current)
        } catch {
            guard case .catalog(let error) = error else { throw .notFound(listing.id) }
            throw error
        }
    }

    private func developed(
        _ listing: MiniAppListing, _ development: ShellDevelopment
    ) throws(CatalogError) -> LoadedMiniApp {
        guard let loaded = development.miniApp, loaded.miniApp.manifest.id == listing.id else {
            throw .notFound(listing.id)
        }
        return loaded
    }
}
