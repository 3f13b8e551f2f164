import AtollCatalog
import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages
import AtollRuntime
import AtollUI
import Foundation
import LagoonGatekeeper
import LagoonGatekeeperUI
import LagoonHub
import LagoonHubUI
import LagoonProducts
import LagoonProfile
import LagoonScreens
import LagoonToday
import LagoonTodayUI
import Observation

/// Somebody who is signed in.
public struct LagoonUser: Hashable, Sendable, Codable {
    public let id: String
    public let name: String
    public let roles: [String]

    public init(id: String, name: String, roles: [String]) {
        self.id = id
        self.name = name
        self.roles = roles
    }
}

/// The super app's own server, as the app needs it.
public protocol LagoonAccounts: Sendable {
    /// - Throws: An error whose description a person can act on.
    func signIn(name: String, password: String) async throws -> LagoonUser
    /// A token for the Center, of who is signed in; nil where nobody is.
    func token() async throws -> String?
    func signOut() async
    /// A page of the web site.
    func address(of path: String) -> URL?
}

/// One scene of Lagoon: where its user is, and what its screens need.
@MainActor
@Observable
public final class LagoonModel: Gatekeeping {
    /// Who is signed in.
    public private(set) var user: LagoonUser?
    public private(set) var hub: HubServices?
    public private(set) var today: TodayModel?
    public var permissions = PermissionLedger()

    @ObservationIgnored public let navigator: Navigator<LagoonScreen>
    @ObservationIgnored public let opener: LinkOpener<LagoonScreen>
    @ObservationIgnored public let gatekeeper: Navigator<GatekeeperScreen>
    @ObservationIgnored public let todayNavigator: Navigator<TodayScreen>
    @ObservationIgnored public let hubNavigator: Navigator<HubScreen>
    @ObservationIgnored public let productsNavigator: Navigator<ProductsScreen>
    @ObservationIgnored public let profileNavigator: Navigator<ProfileScreen>
    @ObservationIgnored public private(set) var catalog: MiniAppCatalog?
    @ObservationIgnored private let accounts: any LagoonAccounts
    @ObservationIgnored private let services: LagoonServices

    /// - Throws: ``CatalogError`` where the trust anchor or the cache can't be used.
    public init(_ services: LagoonServices, accounts: any LagoonAccounts) throws {
        self.services = services
        self.accounts = accounts
        let map = try LagoonMap(
            gatekeeper: try GatekeeperFeature.feature(superApp: "Lagoon"), today: try TodayFeature.feature(),
            hub: try HubFeature.feature(pages: Pages { _ in .nothing }), products: try ProductsFeature.feature(),
            profile: try ProfileFeature.feature(schemes: []))
        navigator = Navigator(map.graph)
        opener = LinkOpener(
            map.links,
            at: LinkAddresses(schemes: Set(Lagoon.schemes), origins: services.origins, miniAppSchemes: ["miniapp"]),
            in: navigator)
        gatekeeper = navigator.scoped(LagoonScreen.gatekeepers)
        todayNavigator = navigator.scoped(LagoonScreen.todays)
        hubNavigator = navigator.scoped(LagoonScreen.hubs)
        productsNavigator = navigator.scoped(LagoonScreen.products)
        profileNavigator = navigator.scoped(LagoonScreen.profiles)
        let accounts = accounts
        catalog = try services.catalog { try await accounts.token() }
    }

    public func signIn(name: String, password: String) async throws {
        let user = try await accounts.signIn(name: name, password: password)
        show(user)
    }

    public func address(of screen: GatekeeperScreen) -> URL? {
        accounts.address(of: screen == .register ? "/register" : "/forgot")
    }

    private func show(_ user: LagoonUser) {
        self.user = user
        today = TodayModel(userID: user.id, name: user.name, roles: Set(user.roles), options: services.today)
        if let catalog { hub = hubServices(catalog, user) }
        var facts = Set(user.roles.map { Fact.role($0) })
        facts.insert(.signedIn)
        navigator.attempt(.setFacts(facts))
    }

    public func signOut() {
        Task { [accounts] in await accounts.signOut() }
        user = nil
        today = nil
        hub = nil
        permissions = PermissionLedger()
        navigator.attempt(.setFacts([]))
    }

    private func hubServices(_ catalog: MiniAppCatalog, _ user: LagoonUser) -> HubServices {
        let host = MiniAppHost(
            name: "Lagoon", version: services.version, userName: user.name,
            pairwiseID: { BlobDigest(of: Data("\(user.id)/\($0)".utf8)).hex })
        return HubServices(
            model: HubModel(catalog), icons: catalog, host: host,
            session: { [services] id in
                MiniAppSession(
                    id, from: CatalogSource(catalog), storage: services.storage, permissions: self.permissions
                ) { self.permissions = $0 }
            },
            listing: { try await catalog.miniApp(id: $0) })
    }

    /// What a mini app is called, where that is known.
    public func name(of id: MiniAppID) -> String {
        hub?.model.hub.tiles.first { $0.id == id }?.name ?? id.rawValue
    }
}
