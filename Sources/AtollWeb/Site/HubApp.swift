import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages

/// A super app that is nothing but a hub: sign in, see the mini apps, open one.
public enum HubApp: Fragment {
    case start, signIn, hub
    case details(MiniAppID), miniApp(MiniAppID)

    /// The app, with the shell's own pages.
    public static func app(_ shell: ShellServices) throws -> WebApp<HubApp> {
        let graph = NavigationGraph(entry: HubApp.start) {
            pass(.start => .hub).when(.signedIn, otherwise: .signIn).auto()
            pass(.start => .signIn).unless(.signedIn, otherwise: .hub)
            pass(.hub => [.miniApp(.any), .details(.any)]).dismissable()
        }
        let links = LinkRouter<HubApp> {
            Route(to: .start) {}
            Route(HubApp.start => .signIn) {
                path("sign-in")
                query(optional: LinkParameter<String>(DeepLink.returnItem))
            }
            Route(HubApp.start => .hub) {
                path("hub")
                query(optional: HubLinks.text)
                query(optional: HubLinks.tag)
                query(optional: HubLinks.near)
                query(optional: HubLinks.next)
            }
            Route(HubApp.start => .hub => .details(.any)) {
                path("about")
                path(HubApp.details)
            }
            Route(HubApp.start => .hub => .miniApp(.any)) {
                path(DeepLink.miniAppComponent)
                path(HubApp.miniApp)
                rest()
            }
        }
        let hub = shell.hubPages(miniApp: HubApp.miniApp, details: HubApp.details)
        return try WebApp(
            graph: graph, links: links,
            pages: Pages { context in
                switch context.place {
                case .start: .nothing
                case .signIn: shell.signInPage(context)
                case .hub, .details, .miniApp: try await hub.page(context)
                }
            }
        )
    }
}
