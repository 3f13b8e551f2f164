import AtollLinks
import AtollPages
import Foundation
import LagoonGatekeeper
import LagoonGatekeeperWeb
import LagoonHub
import LagoonHubWeb
import LagoonProducts
import LagoonProductsWeb
import LagoonProfile
import LagoonProfileWeb
import LagoonScreens
import LagoonToday
import LagoonTodayWeb

/// The features of Lagoon, each with its dependencies.
public struct LagoonFeatures: Sendable {
    /// Signing in, registering and resetting a password.
    public let gatekeeper: Feature<GatekeeperScreen>
    /// The home screen, with its workouts and recipes.
    public let today: Feature<TodayScreen>
    /// The mini apps.
    public let hub: Feature<HubScreen>
    /// The list of products.
    public let products: Feature<ProductsScreen>
    /// The user's account, settings and permissions.
    public let profile: Feature<ProfileScreen>
    let overlays: OverlayPages

    /// - Parameters:
    ///   - superApp: The name of the super app, as shown on the sign-in page.
    ///   - hubPages: The shell's pages of a hub; nil if only the map is needed.
    ///   - hubSearches: The shell's searches over mini apps and their contents; empty if only the map is needed.
    ///   - security: The shell's pages for sessions and the password; nil if only the map is needed.
    ///   - languages: How users choose the language; nil if only the map is needed.
    ///   - appearance: How users choose the look of the pages; nil if only the map is needed.
    ///   - photo: How users choose a photo; nil if only the map is needed.
    ///   - options: The options of Today.
    /// - Throws: An error if a feature's templates can't be read.
    public init(
        superApp: String, hubPages: Pages<HubScreen>? = nil, hubSearches: [FeatureSearch<HubScreen>] = [],
        security: Pages<ProfileScreen>? = nil,
        languages: LanguageSettings? = nil, appearance: AppearanceSettings? = nil,
        photo: PhotoSettings? = nil,
        today options: TodayOptions = TodayOptions()
    ) throws {
        gatekeeper = try GatekeeperFeature.feature(superApp: superApp)
        let homes = TodayHomes(options)
        today = try TodayFeature.feature(options, homes: homes)
        hub = HubFeature.feature(
            pages: hubPages
                ?? Pages { _ in throw PageError.notFound(localized("Mini apps are available in the web shell only."))
                },
            searches: hubSearches
        )
        products = try ProductsFeature.feature()
        profile = try ProfileFeature.feature(
            schemes: Lagoon.schemes.map { "web+" + $0 } + ["web+miniapp"], languages: languages, appearance: appearance,
            photo: photo, switches: options.isDemo ? [Self.explanation(options)] : [],
            security: security
                ?? Pages { _ in throw PageError.notFound(localized("This page is on the web site only.")) })
        overlays = try OverlayPages(homes: homes)
    }
}

extension LagoonFeatures {
    /// Turns on explanations of Today for its developers.
    private static func explanation(_ options: TodayOptions) -> SettingsSwitch {
        SettingsSwitch(
            title: { localized("Explain Today") },
            detail: { localized("Shows why Today looks as it does, and lets you try other inputs") },
            address: TodayFeature.explanation,
            isOn: { user in try await options.store.state(of: user.id).isExplained == true })
    }

    /// The features that can be a tab, identified by name.
    public var tabs: [MountedFeature<NamedScreen>] { [today.named, hub.named, products.named, profile.named] }

    /// The feature with this name as a tab.
    ///
    /// - Throws: ``LagoonError/noSuchTab(_:_:)``.
    func tab(named name: String) throws(LagoonError) -> MountedFeature<NamedScreen> {
        guard let tab = tabs.first(where: { $0.name == name }) else { throw .noSuchTab(name, tabs.map(\.name)) }
        return tab
    }
}
