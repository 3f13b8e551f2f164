import AtollLinks
import AtollNavigation
import AtollPages

/// The mini apps, and each of them over the whole screen.
public enum HubFeature {
    /// - Parameter pages: The shell's own pages of a hub: what runs mini apps is its business.
    public static func feature(pages: Pages<HubScreen>) throws -> Feature<HubScreen> {
        Feature(
            name: "hub", title: "Hub",
            icon: HTML(
                markup: """
                    <rect x="4" y="4" width="7" height="7" rx="2"/><rect x="13" y="4" width="7" height="7" rx="2"/>\
                    <rect x="4" y="13" width="7" height="7" rx="2"/><rect x="13" y="13" width="7" height="7" rx="2"/>
                    """
            ),
            graph: try NavigationGraph { pass(HubScreen.hub => [.miniApp, .details]).dismissable() },
            links: try LinkRouter<HubScreen> {
                Route(to: .hub) {
                    path("hub")
                    query(optional: HubLinks.text)
                    query(optional: HubLinks.tag)
                    query(optional: HubLinks.near)
                    query(optional: HubLinks.next)
                }
                Route(HubScreen.hub => .details) {
                    path("about")
                    path(String.self)
                }
                Route(HubScreen.hub => .miniApp) {
                    path(DeepLink.miniAppComponent)
                    path(String.self)
                    rest()
                }
            },
            pages: pages
        )
    }
}
