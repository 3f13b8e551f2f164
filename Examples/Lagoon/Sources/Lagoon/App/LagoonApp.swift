import AtollLinks
import AtollNavigation
import AtollPages
import LagoonHub
import LagoonToday

/// Lagoon with its features fixed in the composition root: the only place that knows them all.
public enum LagoonApp {
    public static func app(_ features: LagoonFeatures) throws -> WebApp<LagoonScreen> {
        let start: [GraphEdge<LagoonScreen>] = [.splash => .dashboard]
        let graph = try NavigationGraph(entry: LagoonScreen.splash) {
            pass(.splash => .dashboard).when(.signedIn, otherwise: .gatekeeper(.signIn)).auto()
            pass(.splash => .gatekeeper(.signIn)).unless(.signedIn, otherwise: .dashboard)
            pick(.dashboard => .today(.today)).auto()
            pick(.dashboard => [.hub(.hub), .products(.list), .profile(.profile)])
            hold(.dashboard => .compose).dismissable().tag(.init(rawValue: TodayFeature.composeTag))
            hold(.dashboard => .player).dismissable().tag(.init(rawValue: TodayFeature.playerTag))
            features.gatekeeper.graph.mounted(LagoonScreen.gatekeepers)
            features.today.graph.mounted(LagoonScreen.todays)
            features.hub.graph.mounted(LagoonScreen.hubs)
            features.products.graph.mounted(LagoonScreen.products)
            features.profile.graph.mounted(LagoonScreen.profiles)
        }
        let links = try LinkRouter<LagoonScreen> {
            Route(to: .splash) {}
            Route(LagoonScreen.splash => .dashboard => .compose) { path("compose") }
            Route(LagoonScreen.splash => .dashboard => .player) {
                path("player")
                path(String.self)
            }
            features.gatekeeper.links.mounted(
                along: [.splash => .gatekeeper(.signIn)], through: LagoonScreen.gatekeepers)
            features.today.links.mounted(along: start + [.dashboard => .today(.today)], through: LagoonScreen.todays)
            features.hub.links.mounted(along: start + [.dashboard => .hub(.hub)], through: LagoonScreen.hubs)
            features.products.links.mounted(
                along: start + [.dashboard => .products(.list)], through: LagoonScreen.products)
            features.profile.links.mounted(
                along: start + [.dashboard => .profile(.profile)], through: LagoonScreen.profiles)
        }
        let own = Pages<LagoonScreen> { context in
            switch context.place.fragment {
            case .compose: features.overlays.compose(context, miniApp: .hub(.miniApp))
            case .player: try features.overlays.player(context)
            default: .nothing
            }
        }
        return try WebApp(
            graph: graph, links: links,
            pages: own.mounting(features.gatekeeper.pages, LagoonScreen.gatekeepers)
                .mounting(features.today.pages, LagoonScreen.todays)
                .mounting(features.hub.pages, LagoonScreen.hubs)
                .mounting(features.products.pages, LagoonScreen.products)
                .mounting(features.profile.pages, LagoonScreen.profiles),
            tabs: [
                .init(.today(.today), title: features.today.title, icon: features.today.icon),
                .init(.hub(.hub), title: features.hub.title, icon: features.hub.icon),
                .init(.products(.list), title: features.products.title, icon: features.products.icon),
                .init(.profile(.profile), title: features.profile.title, icon: features.profile.icon),
            ],
            stylesheets: [
                "overlays.css": features.overlays.stylesheet, "today.css": features.today.stylesheet,
                "products.css": features.products.stylesheet, "profile.css": features.profile.stylesheet,
            ].compactMapValues(\.self),
            actions: features.today.actions + features.hub.actions,
            topics: features.today.topics + features.hub.topics
        )
    }
}
