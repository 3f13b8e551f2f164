import AtollCatalog
import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages
import Foundation

/// The services that the shell provides for the pages of an app.
public struct ShellServices: Sendable {
    /// The super app's name.
    public let name: String
    let superApp: String
    let center: CenterAccess
    let addresses: ShellAddresses
    let contents: ContentSearch
    let hub: HubPage
    let miniApp: MiniAppPage
    let details: DetailsPage
    let signIn: SignInPage
    let security: SecurityPages
    let consents: PermissionPages
    let notices: NoticePages
    let data: DataPage
    let photos: PhotoStore

    /// Returns the pages of the hub, of a mini app in its frame, and of a mini app's details.
    ///
    /// - Parameters:
    ///   - miniApp: The case of the fragment that shows a mini app.
    ///   - details: The case of the fragment that shows a mini app's details. Every other fragment shows the hub.
    public func hubPages<F: Fragment>(
        miniApp: @escaping @Sendable (MiniAppID) -> F, details: @escaping @Sendable (MiniAppID) -> F
    ) -> Pages<F> {
        Pages { context in
            if let id = context.place.value(of: miniApp) {
                return try await self.miniApp.page(context, of: id, details: details)
            }
            if let id = context.place.value(of: details) {
                return try await self.details.page(context, of: id, miniApp: miniApp)
            }
            return try await hub.page(context, miniApp: miniApp, details: details)
        }
    }

    /// The languages of the shell's pages, and how users choose one.
    public var languages: LanguageSettings {
        LanguageSettings(
            address: ShellLanguages.path, choices: ShellLanguages.all.map { .init(tag: $0.0, name: $0.1) })
    }

    /// How users choose the look of the shell's pages.
    public var appearance: AppearanceSettings { AppearanceSettings(address: AppearanceRoute.path) }

    /// How users choose a photo of themselves. A page with the form needs the script `photo.js`.
    public var photo: PhotoSettings {
        PhotoSettings(address: PhotoRoutes.path, removal: PhotoRoutes.removal) { [photos] user in
            photos.has(of: user.id) ? PhotoRoutes.path : nil
        }
    }

    /// Returns the searches over the mini apps that a user may open and over their contents, for the feature that has
    /// the hub.
    ///
    /// - Parameter miniApp: The case of the fragment that shows a mini app.
    public func hubSearches<F: Fragment>(miniApp: @escaping @Sendable (MiniAppID) -> F) -> [FeatureSearch<F>] {
        [
            FeatureSearch(title: { localized("Mini apps") }) { [center] query in
                let (page, _) = try await center.listings(
                    HubQuery(typed: query.text), for: User(query.user), isCounted: false)
                return page.items.prefix(query.limit).map {
                    .init($0.name, detail: $0.summary, target: miniApp($0.id))
                }
            },
            FeatureSearch(title: { localized("In mini apps") }, isThirdParty: true) { [contents] query in
                try await contents.entries(matching: query.words, limit: query.limit, for: User(query.user))
                    .compactMap { listing, entry in
                        guard let page = try? DeepLink(path: entry.path) else { return nil }
                        return .init(
                            entry.title,
                            detail: [listing.name, entry.detail].compactMap(\.self).joined(separator: " · "),
                            target: miniApp(listing.id), rest: page.components, items: page.items)
                    }
            },
        ]
    }

    /// Returns the configuration of the super app's home screen that the operator has published, verified.
    ///
    /// - Returns: JSON, as `HomeConfigurationFile` describes it; nil if nothing is published.
    /// - Throws: An error if the repository can't be verified.
    public func homeConfiguration() async throws -> Data? {
        try await center.releases.homeConfiguration(of: superApp)
    }

    /// Returns a sign-in page, for an app that does not have its own.
    public func signInPage<F: Fragment>(_ context: PageContext<F>) -> Page { signIn.page(context) }

    /// Returns the pages on which users see their sessions and change their password.
    ///
    /// - Parameters:
    ///   - sessions: The fragment that shows the user's sessions.
    ///   - password: The fragment that shows the form to change the password.
    ///   - permissions: The fragment that shows what mini apps may do, and where users revoke permissions; nil if the
    ///     app has none.
    ///   - notices: The fragment that shows the notices of mini apps to the user; nil if the app has none.
    ///   - data: The fragment where users download their data and delete their account; nil if the app has none.
    public func securityPages<F: Fragment>(
        sessions: F, password: F, permissions: F? = nil, notices: F? = nil, data: F? = nil
    ) -> Pages<F> {
        Pages { context in
            switch context.place {
            case sessions: try await security.sessionsPage(context)
            case password: security.passwordPage(context)
            case permissions: try await consents.page(context)
            case notices: try await self.notices.page(context)
            case data: self.data.page(context)
            default: throw PageError.notFound("There is no such page.")
            }
        }
    }

    /// Returns a mini app's card for the home screen: the first widget of its current version.
    ///
    /// - Returns: The card, or nil if the user may not open the mini app, it can't be loaded, or it has no widget.
    public func card(of id: MiniAppID, for user: PageUser) async -> MiniAppHomeCard? {
        let user = User(user)
        guard let listing = try? await center.listing(of: id, for: user),
            let loaded = try? await center.version(of: listing, for: user, policy: .cacheFirst),
            let widget = loaded.miniApp.manifest.widgets.first
        else { return nil }
        return MiniAppHomeCard(
            name: listing.name, route: widget.path,
            origin: addresses.cardOrigin(of: id), size: widget.size, refreshAfter: widget.refreshAfter)
    }
}
