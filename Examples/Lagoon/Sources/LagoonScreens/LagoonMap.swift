import AtollLinks
import AtollNavigation
import LagoonGatekeeper
import LagoonHub
import LagoonProducts
import LagoonProfile
import LagoonToday

/// The navigation of Lagoon and its URLs, both on the web and in the SwiftUI app.
public enum LagoonMap {
    /// The map of the app whose features are known at compile time. Each feature is one line here.
    public static let app: AppMap<LagoonScreen> = {
        do {
            return try map(
                .fixed, gatekeeper: GatekeeperScreen.map.mounted(LagoonScreen.gatekeepers),
                tabs: [
                    TodayScreen.map.mounted(LagoonScreen.todays),
                    HubScreen.map.mounted(LagoonScreen.hubs),
                    ProductsScreen.map.mounted(LagoonScreen.products),
                    ProfileScreen.map.mounted(LagoonScreen.profiles),
                ])
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// The map of an app with these tabs.
    ///
    /// - Parameters:
    ///   - screens: The embeddings of Lagoon's screens in those of the app.
    ///   - gatekeeper: The feature in which users sign in.
    ///   - tabs: At least one; the first is where users arrive.
    /// - Throws: ``AppMapError`` if the features can't be combined.
    /// - Precondition: `tabs` is not empty.
    public static func map<F: Fragment>(
        _ screens: LagoonEmbeddings<F>, gatekeeper: MountedMap<F>, tabs: [MountedMap<F>]
    ) throws(AppMapError<F>) -> AppMap<F> {
        let (frame, today, products) = (screens.frame.embed, screens.today.embed, screens.products.embed)
        let (splash, dashboard) = (frame(.splash), frame(.dashboard))
        let names = Set(tabs.map(\.name))
        // The same product can be open here and under its own tab, because a place stays where it was presented.
        let recipesLeadToProducts = names.isSuperset(of: [TodayScreen.map.name, ProductsScreen.map.name])
        let toToday = [splash => dashboard, dashboard => today(.today), today(.today) => today(.recipe(.any))]
        return try AppMap.checked(entry: splash, features: [gatekeeper] + tabs) {
            Pass(splash => dashboard).when(.signedIn, otherwise: gatekeeper.entry).auto()
            Pass(splash => gatekeeper.entry).unless(.signedIn, otherwise: dashboard)
            Pick(dashboard => tabs[0].entry).auto()
            Pick(dashboard => tabs.dropFirst().map(\.entry))
            Hold(dashboard => frame(.overlay(.compose))).dismissable().tag(TodayTags.compose)
            Hold(dashboard => frame(.overlay(.player(.any)))).dismissable()
                .tag(TodayTags.player) { frame(.overlay(.player($0))) }
            if recipesLeadToProducts {
                Pass(today(.recipe(.any)) => products(.product(.any))).dismissable()
                    .tag(TodayTags.product) { products(.product($0)) }
            }
        } routes: {
            Route(to: splash) {}
            Route(to: frame(.overlay(.compose))) { PathSegment("compose") }
            Route(to: frame(.overlay(.player(.any)))) {
                PathSegment("player")
                PathSegment { frame(.overlay(.player($0))) }
            }
            if recipesLeadToProducts {
                Route(toToday + [today(.recipe(.any)) => products(.product(.any))]) {
                    PathSegment("recipe")
                    PathSegment { today(.recipe($0)) }
                    PathSegment("products")
                    PathSegment { products(.product($0)) }
                }
            }
        }
    }
}
