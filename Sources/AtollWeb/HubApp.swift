import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages

/// A super app that consists only of a hub: users sign in, see the mini apps, and open one.
public enum HubApp: Fragment {
    /// The entry, the sign-in page and the hub.
    case start, signIn, hub
    /// The details of a mini app, and the mini app in its frame.
    case details(MiniAppID), miniApp(MiniAppID)

    /// Returns the app, with the shell's own pages.
    ///
    /// - Throws: `WebAppError` if its features can't be assembled.
    public static func app(_ shell: ShellServices) throws -> WebApp<HubApp> {
        let map = AppMap(entry: HubApp.start) {
            pass(.start => .hub).when(.signedIn, otherwise: .signIn).auto()
            pass(.start => .signIn).unless(.signedIn, otherwise: .hub)
            pass(.hub => [.miniApp(.any), .details(.any)]).dismissable()
        } routes: {
            Route(to: .start) {}
            Route(to: .signIn) {
                path("sign-in")
                query(optional: LinkParameter<String>(DeepLink.returnItem))
            }
            Route(to: .hub) {
                path("hub")
                query(optional: HubLinks.text)
                query(optional: HubLinks.tag)
                query(optional: HubLinks.near)
                query(optional: HubLinks.next)
            }
            Route(to: .details(.any)) {
                path("about")
                path(HubApp.details)
            }
            Route(to: .miniApp(.any)) {
                path(DeepLink.miniAppComponent)
                path(HubApp.miniApp)
                rest()
            }
        }
        let hub = shell.hubPages(miniApp: HubApp.miniApp, details: HubApp.details)
        let pages = Pages<HubApp> { context in
            switch context.place {
            case .start: .nothing
            case .signIn: shell.signInPage(context)
            case .hub, .details, .miniApp: try await hub.page(context)
            }
        }
        return try WebApp(
            map,
            others: [MountedFeature(own: "hub", pages: pages, searches: shell.hubSearches(miniApp: HubApp.miniApp))])
    }
}
