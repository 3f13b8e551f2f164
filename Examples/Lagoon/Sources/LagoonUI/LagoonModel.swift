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

/// One scene of Lagoon: where its user is, and what its screens need.
@MainActor
@Observable
public final class LagoonModel: Gatekeeping {
    /// Who this scene is for; it follows who is signed in.
    public private(set) var user: LagoonUser?
    public private(set) var hub: HubServices?
    public private(set) var today: TodayModel?

    @ObservationIgnored public let root: NavigationRoot<LagoonScreen>
    @ObservationIgnored public let opener: LinkOpener<LagoonScreen>
    @ObservationIgnored public let gatekeeper: Navigator<GatekeeperScreen>
    @ObservationIgnored public let todayNavigator: Navigator<TodayScreen>
    @ObservationIgnored public let hubNavigator: Navigator<HubScreen>
    @ObservationIgnored public let productsNavigator: Navigator<ProductsScreen>
    @ObservationIgnored public let profileNavigator: Navigator<ProfileScreen>
    @ObservationIgnored let overlays: Navigator<LagoonOverlay>
    @ObservationIgnored let todayTab: Navigator<TodayTabScreen>
    @ObservationIgnored public let services: LagoonServices

    public init(_ services: LagoonServices) throws {
        self.services = services
        let map = LagoonMap(
            gatekeeper: try GatekeeperFeature.feature(superApp: "Lagoon"), today: try TodayFeature.feature(),
            hub: HubFeature.feature(pages: Pages { _ in .nothing }), products: try ProductsFeature.feature(),
            profile: try ProfileFeature.feature(schemes: []))
        root = NavigationRoot(map.graph)
        let navigator = root.navigator
        opener = LinkOpener(
            map.links,
            at: LinkAddresses(schemes: Set(Lagoon.schemes), origins: services.origins, miniAppSchemes: ["miniapp"]),
            in: root)
        gatekeeper = navigator.scoped(LagoonScreen.gatekeepers)
        todayNavigator = navigator.scoped(LagoonScreen.todays)
        hubNavigator = navigator.scoped(LagoonScreen.hubs)
        productsNavigator = navigator.scoped(LagoonScreen.products)
        profileNavigator = navigator.scoped(LagoonScreen.profiles)
        overlays = navigator.scoped(LagoonScreen.overlays)
        todayTab = navigator.scoped(TodayTabScreen.embedding)
    }

    public var navigator: Navigator<LagoonScreen> { root.navigator }

    public func signIn(name: String, password: String) async throws {
        try await services.signIn(name: name, password: password)
        follow()
    }

    public func signOut() {
        services.signOut()
        follow()
    }

    public func address(of screen: GatekeeperScreen) -> URL? {
        services.accounts.address(of: screen == .register ? "/register" : "/forgot")
    }

    /// Takes over who is signed in: here, or in another scene.
    func follow() {
        guard user != services.user else { return }
        user = services.user
        guard let user else {
            today = nil
            hub = nil
            navigator.attempt(.setFacts([]))
            return
        }
        today = TodayModel(userID: user.id, name: user.name, roles: Set(user.roles), options: services.today)
        hub = hubServices(user)
        navigator.attempt(.setFacts(Set(user.roles.map { Fact.role($0) }).union([.signedIn])))
    }

    private func hubServices(_ user: LagoonUser) -> HubServices {
        let host = MiniAppHost(
            name: "Lagoon", version: services.version, userName: user.name,
            pairwiseID: { BlobDigest(of: Data("\(user.pairwiseKey)/\($0)".utf8)).hex })
        let services = services
        return HubServices(
            model: HubModel(services.catalog), icons: services.catalog, host: host,
            session: { services.session(of: $0) },
            listing: { try await services.catalog.miniApp(id: $0) })
    }

    /// What a mini app is called, where that is known.
    public func name(of id: MiniAppID) -> String {
        hub?.model.hub.tiles.first { $0.id == id }?.name ?? id.rawValue
    }
}
