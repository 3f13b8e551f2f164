import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages

/// The mini apps, and each of them over the whole screen.
public enum HubFeature {
    /// - Parameter pages: The shell's own pages of a hub: what runs mini apps is its business.
    public static func feature(pages: Pages<HubScreen>) -> Feature<HubScreen> {
        Feature(
            name: "hub", title: "Hub",
            icon: HTML(
                markup: """
                    <rect x="4" y="4" width="7" height="7" rx="2"/><rect x="13" y="4" width="7" height="7" rx="2"/>\
                    <rect x="4" y="13" width="7" height="7" rx="2"/><rect x="13" y="13" width="7" height="7" rx="2"/>
                    """
            ),
            graph: NavigationGraph { pass(HubScreen.hub => [.miniApp(.any), .details(.any)]).dismissable() },
            links: LinkRouter<HubScreen> {
                Route(to: .hub) {
                    path("hub")
                    query(optional: HubLinks.text)
                    query(optional: HubLinks.tag)
                    query(optional: HubLinks.near)
                    query(optional: HubLinks.next)
                }
                Route(HubScreen.hub => .details(.any)) {
                    path("about")
                    path(HubScreen.details)
                }
                Route(HubScreen.hub => .miniApp(.any)) {
                    path(DeepLink.miniAppComponent)
                    path(HubScreen.miniApp)
                    rest()
                }
            },
            pages: pages
        )
    }
}
