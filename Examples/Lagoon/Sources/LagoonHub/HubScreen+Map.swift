import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages

extension HubScreen {
    /// The feature's graph and URLs.
    public static let map = FeatureMap(
        "hub", NavigationGraph { pass(HubScreen.hub => [.miniApp(.any), .details(.any)]).dismissable() }
    ) {
        Route(to: .hub) {
            path("hub")
            query(optional: HubLinks.text)
            query(optional: HubLinks.tag)
            query(optional: HubLinks.near)
            query(optional: HubLinks.next)
        }
        Route(to: .details(.any)) {
            path("about")
            path(HubScreen.details)
        }
        Route(to: .miniApp(.any)) {
            path(DeepLink.miniAppComponent)
            path(HubScreen.miniApp)
            rest()
        }
    }
}
