import AtollNavigation
import AtollPages

/// What the shell offers the pages of an app.
public struct ShellServices: Sendable {
    let parts: ShellParts

    /// The super app's name.
    public var name: String { parts.configuration.host.name }

    /// The pages of the hub, and of a mini app in its frame, whose id is the place's.
    public func hubPages<F: Fragment>(hub: F, miniApp: F) -> Pages<F> {
        let hubPage = HubPage(shell: parts)
        let miniAppPage = MiniAppPage(shell: parts)
        return Pages { context in
            context.place.fragment == miniApp
                ? try await miniAppPage.page(context) : try await hubPage.page(context, miniApp: miniApp)
        }
    }

    /// The page on which somebody signs in, where an app has none of its own.
    public func signInPage<F: Fragment>(_ context: PageContext<F>) -> Page {
        SignInPages(shell: parts).page(context)
    }

    /// In how many columns the user wants the hub.
    public func hubColumns(of user: PageUser) async -> Int {
        await parts.preferences.preferences(of: user.id).hubLayout.columns
    }
}
