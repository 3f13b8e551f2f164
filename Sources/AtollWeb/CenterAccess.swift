import AtollCatalog
import AtollHub
import AtollPackages
import Foundation
import NIOConcurrencyHelpers
import PrintableText

/// The Center, as each of the shell's users sees it.
struct CenterAccess: Sendable {
    let configuration: ShellConfiguration
    let tokens: TokenIssuer
    let cache: MiniAppCache
    let releases: TrustedReleases
    let known: KnownListings
    let transport: any CatalogTransport
    let pairwiseNames: PairwiseNames
    /// One catalog for each user, so that their requests for the same thing are one.
    private let catalogs = NIOLockedValueBox<[Visitor: MiniAppCatalog]>([:])

    /// What a catalog depends on.
    private struct Visitor: Hashable {
        let user: String
        let roles: Set<String>
    }

    private static let capacity = 10_000

    init(
        configuration: ShellConfiguration, tokens: TokenIssuer, cache: MiniAppCache, releases: TrustedReleases,
        known: KnownListings, transport: any CatalogTransport, pairwiseNames: PairwiseNames
    ) {
        self.configuration = configuration
        self.tokens = tokens
        self.cache = cache
        self.releases = releases
        self.known = known
        self.transport = transport
        self.pairwiseNames = pairwiseNames
    }

    /// The catalog as `user` sees it.
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

    /// A user as the one who runs mini apps: how versions run is counted by user.
    func runner(_ user: User, at now: Date = Date()) -> Runner {
        let age = user.created.map { now.timeIntervalSince($0) } ?? .infinity
        return Runner(
            id: user.id, rolloutID: pairwiseNames.rolloutID(of: user.id),
            countsForAll: age >= configuration.setAside.accountAge)
    }

    /// What a query of the hub finds of what `user` may open; of what they were told last where the Center is out of reach.
    ///
    /// - Returns: A page, and whether the Center said so now.
    func listings(
        _ query: HubQuery = .all, after cursor: String? = nil, for user: User
    ) async throws(CatalogError) -> (page: MiniAppListingPage, isCurrent: Bool) {
        let page: MiniAppListingPage
        do throws(CatalogError) {
            page = try await catalog(for: user).page(query, after: cursor)
        } catch {
            guard case .network = error, let known = await known.listings(for: user.id) else { throw error }
            let items = known.items.filter { query.mayFit($0) }
            return (MiniAppListingPage(items: items, start: 0, total: items.count), false)
        }
        if query == .all, cursor == nil { try await remember { try await known.remember(page, for: user.id) } }
        return (page, true)
    }

    private func remember(_ work: () async throws -> Void) async throws(CatalogError) {
        do {
            try await work()
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    /// What the super app shows first; nothing where that can't be known.
    func featured(for user: User) async -> [MiniAppListing] { (try? await catalog(for: user).featured()) ?? [] }

    /// A mini app that `user` may open; as they were told last where the Center is out of reach.
    func listing(of id: MiniAppID, for user: User) async throws(CatalogError) -> MiniAppListing {
        do throws(CatalogError) {
            let listing = try await catalog(for: user).miniApp(id: id)
            try await remember { try await known.remember(listing, for: user.id) }
            return listing
        } catch {
            if case .notFound = error { try await remember { try await known.forget(id, for: user.id) } }
            guard case .network = error, let page = await known.listings(for: user.id),
                let listing = page.items.first(where: { $0.id == id })
            else { throw error }
            return listing
        }
    }

    /// Whether `user` may open a mini app that they could open before: not where there is no such user any longer, or the
    /// Center says no. Where it says nothing, they may.
    func allows(_ user: User?, toOpen miniApp: MiniAppID) async -> Bool {
        guard let user else { return false }
        do throws(CatalogError) {
            _ = try await catalog(for: user).miniApp(id: miniApp)
            return true
        } catch {
            switch error {
            case .notFound, .unauthorized: return false
            default: return true
            }
        }
    }
}
