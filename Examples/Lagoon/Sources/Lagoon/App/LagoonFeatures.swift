import AtollPages
import Foundation
import LagoonGatekeeper
import LagoonHub
import LagoonProducts
import LagoonProfile
import LagoonScreens
import LagoonToday

/// The features of Lagoon, made with what they need.
public struct LagoonFeatures: Sendable {
    public let gatekeeper: Feature<GatekeeperScreen>
    public let today: Feature<TodayScreen>
    public let hub: Feature<HubScreen>
    public let products: Feature<ProductsScreen>
    public let profile: Feature<ProfileScreen>
    let overlays: OverlayPages

    /// - Parameters:
    ///   - superApp: The app's name.
    ///   - hubPages: The shell's pages of a hub; none, where only graph and links are asked for.
    ///   - security: The shell's pages for sessions and the password; likewise.
    ///   - options: What Today is made with.
    public init(
        superApp: String, hubPages: Pages<HubScreen>? = nil, security: Pages<ProfileScreen>? = nil,
        today options: TodayOptions = TodayOptions()
    ) throws {
        gatekeeper = try GatekeeperFeature.feature(superApp: superApp)
        today = try TodayFeature.feature(options)
        hub = HubFeature.feature(
            pages: hubPages ?? Pages { _ in throw PageError.notFound("Mini apps run in the web shell only.") }
        )
        products = try ProductsFeature.feature()
        profile = try ProfileFeature.feature(
            schemes: Lagoon.schemes.map { "web+" + $0 } + ["web+miniapp"],
            security: security ?? Pages { _ in throw PageError.notFound("This page is on the web site only.") })
        overlays = try OverlayPages()
    }
}

extension LagoonFeatures {
    /// The features that can be a tab, by name.
    public var tabs: [NamedFeature] { [today.named, hub.named, products.named, profile.named] }

    /// The feature with this name as a tab.
    ///
    /// - Throws: ``LagoonError/noSuchTab(_:_:)``.
    func tab(named name: String) throws(LagoonError) -> NamedFeature {
        guard let tab = tabs.first(where: { $0.name == name }) else { throw .noSuchTab(name, tabs.map(\.name)) }
        return tab
    }
}
