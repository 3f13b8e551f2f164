import AtollNavigation
import AtollPackages
import AtollPages
import Foundation

/// What the shell offers the pages of an app.
public struct ShellServices: Sendable {
    let parts: ShellParts

    /// The super app's name.
    public var name: String { parts.configuration.host.name }

    /// The pages of the hub, of a mini app in its frame, and of what there is to know of it.
    public func hubPages<F: Fragment>(
        miniApp: @escaping @Sendable (MiniAppID) -> F, details: @escaping @Sendable (MiniAppID) -> F
    ) -> Pages<F> {
        let hubPage = HubPage(shell: parts)
        let miniAppPage = MiniAppPage(shell: parts)
        let detailsPage = DetailsPage(shell: parts)
        return Pages { context in
            if let id = context.place.value(of: miniApp) { return try await miniAppPage.page(context, of: id) }
            if let id = context.place.value(of: details) {
                return try await detailsPage.page(context, of: id, miniApp: miniApp)
            }
            return try await hubPage.page(context, miniApp: miniApp, details: details)
        }
    }

    /// What the operator has published about the super app's home screen, verified, or nil where that is nothing: JSON, as
    /// `HomeConfigurationFile` describes it.
    public func homeConfiguration() async throws -> Data? {
        try await parts.center.releases.homeConfiguration(of: parts.configuration.superApp)
    }

    /// The page on which somebody signs in, where an app has none of its own.
    public func signInPage<F: Fragment>(_ context: PageContext<F>) -> Page {
        SignInPages(shell: parts).page(context)
    }

    /// The pages on which a user sees where they are signed in, and changes their password.
    public func securityPages<F: Fragment>(sessions: F, password: F) -> Pages<F> {
        let pages = SecurityPages(shell: parts)
        return Pages { context in
            switch context.place {
            case sessions: try await pages.sessionsPage(context)
            case password: pages.passwordPage(context)
            default: .nothing
            }
        }
    }

    /// In how many columns the user wants the hub.
    public func hubColumns(of user: PageUser) async -> Int {
        await parts.preferences.preferences(of: user.id).hubLayout.columns
    }
}
