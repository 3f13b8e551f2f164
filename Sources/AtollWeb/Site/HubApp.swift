import AtollLinks
import AtollNavigation
import AtollPages

/// A super app that is nothing but a hub: sign in, see the mini apps, open one.
public enum HubApp: String, Fragment, CustomStringConvertible {
    case start, signIn, hub, details, miniApp

    public var description: String { rawValue }

    /// The app, with the shell's own pages.
    public static func app(_ shell: ShellServices) throws -> WebApp<HubApp> {
        let graph = try NavigationGraph(entry: HubApp.start) {
            pass(.start => .hub).when(.signedIn, otherwise: .signIn).auto()
            pass(.start => .signIn).unless(.signedIn, otherwise: .hub)
            pass(.hub => [.miniApp, .details]).dismissable()
        }
        let links = try LinkRouter<HubApp> {
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
            Route(HubApp.start => .hub => .details) {
                path("about")
                path(String.self)
            }
            Route(HubApp.start => .hub => .miniApp) {
                path(DeepLink.miniAppComponent)
                path(String.self)
                rest()
            }
        }
        let hub = shell.hubPages(miniApp: HubApp.miniApp, details: HubApp.details)
        return try WebApp(
            graph: graph, links: links,
            pages: Pages { context in
                switch context.place.fragment {
                case .start: .nothing
                case .signIn: shell.signInPage(context)
                case .hub, .details, .miniApp: try await hub.page(context)
                }
            }
        )
    }
}
