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
            Pass(.start => .hub).when(.signedIn, otherwise: .signIn).auto()
            Pass(.start => .signIn).unless(.signedIn, otherwise: .hub)
            Pass(.hub => [.miniApp(.any), .details(.any)]).dismissable()
        } routes: {
            Route(to: .start) {}
            Route(to: .signIn) {
                PathSegment("sign-in")
                QueryItem(optional: LinkParameter<String>(DeepLink.returnItem))
            }
            Route(to: .hub) {
                PathSegment("hub")
                QueryItem(optional: HubLinks.text)
                QueryItem(optional: HubLinks.tag)
                QueryItem(optional: HubLinks.near)
                QueryItem(optional: HubLinks.next)
            }
            Route(to: .details(.any)) {
                PathSegment("about")
                PathSegment(HubApp.details)
            }
            Route(to: .miniApp(.any)) {
                PathSegment(DeepLink.miniAppComponent)
                PathSegment(HubApp.miniApp)
                RemainingPath()
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
