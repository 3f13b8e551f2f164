import AtollLinks
import AtollNavigation
import AtollPages
import LagoonGatekeeper
import LagoonHub
import LagoonProducts
import LagoonProfile
import LagoonToday

/// Where one can go in Lagoon, and under which addresses: the same as a web site and as an app.
public struct LagoonMap: Sendable {
    public let graph: NavigationGraph<LagoonScreen>
    public let links: LinkRouter<LagoonScreen>

    public init(
        gatekeeper: Feature<GatekeeperScreen>, today: Feature<TodayScreen>, hub: Feature<HubScreen>,
        products: Feature<ProductsScreen>, profile: Feature<ProfileScreen>
    ) throws {
        let start: [GraphEdge<LagoonScreen>] = [.splash => .dashboard]
        graph = try NavigationGraph(entry: LagoonScreen.splash) {
            pass(.splash => .dashboard).when(.signedIn, otherwise: .gatekeeper(.signIn)).auto()
            pass(.splash => .gatekeeper(.signIn)).unless(.signedIn, otherwise: .dashboard)
            pick(.dashboard => .today(.today)).auto()
            pick(.dashboard => [.hub(.hub), .products(.list), .profile(.profile)])
            hold(.dashboard => .compose).dismissable().tag(.init(rawValue: TodayFeature.composeTag))
            hold(.dashboard => .player).dismissable().tag(.init(rawValue: TodayFeature.playerTag))
            gatekeeper.graph.mounted(LagoonScreen.gatekeepers)
            today.graph.mounted(LagoonScreen.todays)
            hub.graph.mounted(LagoonScreen.hubs)
            products.graph.mounted(LagoonScreen.products)
            profile.graph.mounted(LagoonScreen.profiles)
        }
        links = try LinkRouter<LagoonScreen> {
            Route(to: .splash) {}
            Route(LagoonScreen.splash => .dashboard => .compose) { path("compose") }
            Route(LagoonScreen.splash => .dashboard => .player) {
                path("player")
                path(String.self)
            }
            gatekeeper.links.mounted(along: [.splash => .gatekeeper(.signIn)], through: LagoonScreen.gatekeepers)
            today.links.mounted(along: start + [.dashboard => .today(.today)], through: LagoonScreen.todays)
            hub.links.mounted(along: start + [.dashboard => .hub(.hub)], through: LagoonScreen.hubs)
            products.links.mounted(along: start + [.dashboard => .products(.list)], through: LagoonScreen.products)
            profile.links.mounted(along: start + [.dashboard => .profile(.profile)], through: LagoonScreen.profiles)
        }
    }
}

/// What Lagoon is called elsewhere.
public enum Lagoon {
    /// The custom schemes of its links.
    public static let schemes = ["dla"]
}
