import AtollLinks
import AtollNavigation
import AtollPages
import LagoonHub
import LagoonToday

/// Lagoon with tabs that are known only when it runs: any features, in any order, and more while it goes on.
///
/// Screens are known by name here, so a feature needs no case in an enumeration of the app's.
public actor RuntimeApp {
    /// The app with the tabs of the moment.
    public private(set) var app: WebApp<NamedScreen>
    private var tabs: [NamedFeature]
    private let gatekeeper: NamedFeature
    private let overlays: OverlayPages

    /// - Parameter tabs: The tabs, in their order; the first is what one comes to.
    /// - Throws: ``LagoonError/noTabs`` for none, or where features can't be put together.
    public init(_ features: LagoonFeatures, tabs: [NamedFeature]) throws {
        self.tabs = tabs
        gatekeeper = features.gatekeeper.named
        overlays = features.overlays
        app = try Self.app(gatekeeper, tabs, overlays)
    }

    /// Adds a tab behind the others. Who asks next sees it.
    ///
    /// - Throws: Where it does not fit, such as one whose addresses another has; nothing has changed then.
    public func add(_ feature: NamedFeature) throws {
        app = try Self.app(gatekeeper, tabs + [feature], overlays)
        tabs.append(feature)
    }

    /// The screens that are no feature's.
    private enum Own: Fragment {
        case splash, dashboard, compose
        case player(Workout.ID)
    }

    private static func app(
        _ gatekeeper: NamedFeature, _ tabs: [NamedFeature], _ overlays: OverlayPages
    ) throws -> WebApp<NamedScreen> {
        guard let first = tabs.first else { throw LagoonError.noTabs }
        let splash = NamedScreen("lagoon", Own.splash)
        let dashboard = NamedScreen("lagoon", Own.dashboard)
        let compose = NamedScreen("lagoon", Own.compose)
        let player: @Sendable (Workout.ID) -> NamedScreen = { NamedScreen("lagoon", Own.player($0)) }
        let graph = try NavigationGraph.checked(entry: splash) {
            pass(splash => dashboard).when(.signedIn, otherwise: gatekeeper.entry).auto()
            pass(splash => gatekeeper.entry).unless(.signedIn, otherwise: dashboard)
            pick(dashboard => first.entry).auto()
            pick(dashboard => tabs.dropFirst().map(\.entry))
            hold(dashboard => compose).dismissable().tag(.init(rawValue: TodayFeature.composeTag))
            hold(dashboard => player(.any)).dismissable().tag(.init(rawValue: TodayFeature.playerTag), player)
            gatekeeper.segues
            tabs.flatMap(\.segues)
        }
        let links = try LinkRouter<NamedScreen>.checked {
            Route(to: splash) {}
            Route([splash => dashboard, dashboard => compose]) { path("compose") }
            Route([splash => dashboard, dashboard => player(.any)]) {
                path("player")
                path(player)
            }
            gatekeeper.routes([splash => gatekeeper.entry])
            tabs.flatMap { $0.routes([splash => dashboard, dashboard => $0.entry]) }
        }
        let pages = Dictionary((tabs + [gatekeeper]).map { ($0.name, $0.pages) }) { first, _ in first }
        var stylesheets = ["overlays.css": overlays.stylesheet].compactMapValues(\.self)
        for tab in tabs { stylesheets["\(tab.name).css"] = tab.stylesheet }
        return try WebApp(
            graph: graph, links: links,
            pages: Pages { context in
                if context.place == compose {
                    return overlays.compose(context) { NamedScreen("hub", HubScreen.miniApp($0)) }
                }
                if let workout = context.place.value(of: player) { return try overlays.player(of: workout) }
                return try await pages[context.place.feature]?.page(context) ?? .nothing
            },
            tabs: tabs.map { .init($0.entry, title: $0.title, icon: $0.icon) }, stylesheets: stylesheets,
            actions: tabs.flatMap(\.actions), topics: tabs.flatMap(\.topics)
        )
    }
}
