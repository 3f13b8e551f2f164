import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages
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

/// The model of one scene of Lagoon: its navigation, and the services of its screens.
@MainActor
@Observable
public final class LagoonModel: Gatekeeping {
    /// The user of this scene; follows the signed-in user.
    public private(set) var user: LagoonUser?
    /// The services of the hub; nil while no user is signed in.
    public private(set) var hub: HubServices?
    /// The model of Today; nil while no user is signed in.
    public private(set) var today: TodayModel?

    /// The root of the scene's navigation.
    @ObservationIgnored public let root: NavigationRoot<LagoonScreen>
    /// Opens links in this scene.
    @ObservationIgnored public let opener: LinkOpener<LagoonScreen>
    /// The navigator of the gatekeeper.
    @ObservationIgnored public let gatekeeper: Navigator<GatekeeperScreen>
    /// The navigator of Today.
    @ObservationIgnored public let todayNavigator: Navigator<TodayScreen>
    /// The navigator of the hub.
    @ObservationIgnored public let hubNavigator: Navigator<HubScreen>
    /// The navigator of the products.
    @ObservationIgnored public let productsNavigator: Navigator<ProductsScreen>
    /// The navigator of the profile.
    @ObservationIgnored public let profileNavigator: Navigator<ProfileScreen>
    @ObservationIgnored let overlays: Navigator<LagoonOverlay>
    @ObservationIgnored let todayTab: Navigator<TodayTabScreen>
    /// The services that all scenes share.
    @ObservationIgnored public let services: LagoonServices

    /// The model of a new scene.
    public init(_ services: LagoonServices) {
        self.services = services
        root = NavigationRoot(LagoonMap.app.graph)
        let navigator = root.navigator
        opener = LinkOpener(
            LagoonMap.app.links,
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

    /// The navigator of all screens.
    public var navigator: Navigator<LagoonScreen> { root.navigator }

    public func signIn(name: String, password: String) async throws {
        try await services.signIn(name: name, password: password)
        follow()
    }

    /// Signs the user out, in every scene.
    public func signOut() {
        services.signOut()
        follow()
    }

    public func address(of screen: GatekeeperScreen) -> URL? {
        services.accounts.address(of: screen == .register ? "/register" : "/forgot")
    }

    /// Counts steps between screens until the scene ends.
    func countSteps() async {
        guard let usage = services.catalog.cache.usage else { return }
        await NavigationUsage(usage).follow(navigator, in: LagoonMap.app.graph)
    }

    /// Adopts the signed-in user, who may have changed in another scene.
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
        navigator.attempt(.setFacts(Fact.user(withRoles: user.roles)))
    }

    private func hubServices(_ user: LagoonUser) -> HubServices {
        var host = MiniAppHostInfo(
            name: "Lagoon", version: services.version, userName: user.name,
            // For the data store on this device. Mini apps know the user by the name that the server makes.
            pairwiseID: { SHA256Hash(of: Data("\(user.id)/\($0)".utf8)).hex })
        let services = services
        host.webData = services.webData
        // If the user does not have the mini app, the screen says so.
        let openings = MiniAppOpenings { [opener] id in opener.open("miniapp://\(id)") }
        return HubServices(
            model: HubModel(services.catalog), icons: services.catalog, host: host,
            session: { [weak self] in
                services.session(of: $0, named: self?.name(of: $0) ?? $0.rawValue, openings)
            },
            listing: { try await services.catalog.miniApp(id: $0) }, feedback: services.catalog,
            presentation: services.catalog, link: { services.link(to: $0) },
            openPage: { [opener] id, path in opener.open("miniapp://\(id)\(path)") },
            linkedPage: { [opener] id in
                opener.opened.flatMap { $0.path.edges.last?.to == .hub(.miniApp(id)) ? $0.miniAppPage : nil }
            },
            takePage: { [opener] id in opener.take(for: .hub(.miniApp(id)))?.miniAppPage })
    }

    /// The name of a mini app, or its id if the name is not known.
    public func name(of id: MiniAppID) -> String {
        hub?.model.listing(of: id)?.name ?? id.rawValue
    }
}
