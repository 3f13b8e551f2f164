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
    ) {
        let start: [GraphEdge<LagoonScreen>] = [.splash => .dashboard]
        graph = NavigationGraph(entry: LagoonScreen.splash) {
            pass(.splash => .dashboard).when(.signedIn, otherwise: .gatekeeper(.signIn)).auto()
            pass(.splash => .gatekeeper(.signIn)).unless(.signedIn, otherwise: .dashboard)
            pick(.dashboard => .today(.today)).auto()
            pick(.dashboard => [.hub(.hub), .products(.list), .profile(.profile)])
            hold(.dashboard => .overlay(.compose)).dismissable().tag(.init(rawValue: TodayFeature.composeTag))
            hold(.dashboard => .overlay(.player(.any))).dismissable()
                .tag(.init(rawValue: TodayFeature.playerTag)) { .overlay(.player($0)) }
            // The same product can be open here and under its own tab: a place hangs where it was presented.
            pass(.today(.recipe(.any)) => .products(.product(.any))).dismissable()
                .tag(.init(rawValue: TodayFeature.productTag)) { .products(.product($0)) }
            gatekeeper.graph.mounted(LagoonScreen.gatekeepers)
            today.graph.mounted(LagoonScreen.todays)
            hub.graph.mounted(LagoonScreen.hubs)
            products.graph.mounted(LagoonScreen.products)
            profile.graph.mounted(LagoonScreen.profiles)
        }
        links = LinkRouter(graph) {
            Route(to: .splash) {}
            Route(to: .overlay(.compose)) { path("compose") }
            Route(to: .overlay(.player(.any))) {
                path("player")
                path { .overlay(.player($0)) }
            }
            Route(
                start + [
                    .dashboard => .today(.today), .today(.today) => .today(.recipe(.any)),
                    .today(.recipe(.any)) => .products(.product(.any)),
                ]
            ) {
                path("recipe")
                path { .today(.recipe($0)) }
                path("products")
                path { .products(.product($0)) }
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
