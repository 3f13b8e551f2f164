import AtollLinks
import AtollNavigation
import AtollPages
import LagoonHub
import LagoonScreens
import LagoonToday

/// Lagoon with its features fixed in the composition root: the only place that knows them all.
public enum LagoonApp {
    public static func app(_ features: LagoonFeatures) throws -> WebApp<LagoonScreen> {
        let map = LagoonMap(
            gatekeeper: features.gatekeeper, today: features.today, hub: features.hub, products: features.products,
            profile: features.profile)
        let own = Pages<LagoonScreen> { context in
            switch context.place {
            case .overlay(.compose): features.overlays.compose(context) { .hub(.miniApp($0)) }
            case .overlay(.player(let id)): try features.overlays.player(of: id)
            default: .nothing
            }
        }
        return try WebApp(
            graph: map.graph, links: map.links,
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
