import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages

extension HubScreen {
    /// The feature's graph and URLs.
    public static let map = FeatureMap(
        "hub", NavigationGraph { Pass(HubScreen.hub => [.miniApp(.any), .details(.any)]).dismissable() }
    ) {
        Route(to: .hub) {
            PathSegment("hub")
            QueryItem(optional: HubLinks.text)
            QueryItem(optional: HubLinks.tag)
            QueryItem(optional: HubLinks.near)
            QueryItem(optional: HubLinks.next)
        }
        Route(to: .details(.any)) {
            PathSegment("about")
            PathSegment(HubScreen.details)
        }
        Route(to: .miniApp(.any)) {
            PathSegment(DeepLink.miniAppComponent)
            PathSegment(HubScreen.miniApp)
            RemainingPath()
        }
    }
}
