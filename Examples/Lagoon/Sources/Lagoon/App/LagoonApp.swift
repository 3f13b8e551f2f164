import AtollLinks
import AtollNavigation
import AtollPages
import LagoonScreens

/// Lagoon as a web app: the one place that puts its features together.
public enum LagoonApp {
    /// The app whose features are known at compile time. Each feature is one line here.
    ///
    /// - Throws: `AppMapError` or `WebAppError` if the features can't be combined.
    public static func app(_ features: LagoonFeatures) throws -> WebApp<LagoonScreen> {
        try app(
            .fixed, gatekeeper: features.gatekeeper.mounted(LagoonScreen.gatekeepers),
            tabs: [
                features.today.mounted(LagoonScreen.todays),
                features.hub.mounted(LagoonScreen.hubs),
                features.products.mounted(LagoonScreen.products),
                features.profile.mounted(LagoonScreen.profiles),
            ], overlays: features.overlays)
    }

    /// The app with these tabs.
    ///
    /// - Parameter tabs: The tabs, in order; users arrive at the first.
    /// - Throws: ``LagoonError/noTabs`` if `tabs` is empty, or `gatekeeper` has no map; `AppMapError` or `WebAppError`
    ///   if the features can't be combined.
    static func app<F: Fragment>(
        _ screens: LagoonEmbeddings<F>, gatekeeper: MountedFeature<F>, tabs: [MountedFeature<F>],
        overlays: OverlayPages
    ) throws -> WebApp<F> {
        let maps = tabs.compactMap(\.map)
        guard let entrance = gatekeeper.map, !maps.isEmpty else { throw LagoonError.noTabs }
        let map = try LagoonMap.map(screens, gatekeeper: entrance, tabs: maps)
        return try WebApp(map, tabs: tabs, others: [gatekeeper, overlays.mounted(screens)])
    }
}
