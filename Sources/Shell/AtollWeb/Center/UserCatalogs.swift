import AtollCatalog
import Foundation
import NIOConcurrencyHelpers

/// The catalog of the Center as each user of the shell sees it.
struct UserCatalogs: Sendable {
    let configuration: ShellConfiguration
    let tokens: TokenIssuer
    let cache: MiniAppCache
    let releases: TrustedReleases
    let transport: any CatalogTransport
    let pairwiseNames: PairwiseNames
    /// One catalog for each user, so that simultaneous requests for the same thing are combined.
    private let catalogs = NIOLockedValueBox<[Visitor: MiniAppCatalog]>([:])

    /// The parts of a user that a catalog depends on.
    private struct Visitor: Hashable {
        let user: String
        let roles: Set<String>
    }

    private static let capacity = 10_000

    init(
        configuration: ShellConfiguration, tokens: TokenIssuer, cache: MiniAppCache, releases: TrustedReleases,
        transport: any CatalogTransport, pairwiseNames: PairwiseNames
    ) {
        self.configuration = configuration
        self.tokens = tokens
        self.cache = cache
        self.releases = releases
        self.transport = transport
        self.pairwiseNames = pairwiseNames
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
}
