import AtollLinks
import AtollNavigation
import AtollPages

/// Lagoon with tabs that are chosen at run time: any features, in any order. More can be added while it runs.
///
/// Screens are identified by the name of their feature, so a feature needs no case in an enum of the app.
public actor RuntimeApp {
    /// The app with its current tabs.
    public private(set) var app: WebApp<NamedScreen>
    private var tabs: [MountedFeature<NamedScreen>]
    private let features: LagoonFeatures

    /// - Parameters:
    ///   - features: The features of Lagoon: the gatekeeper and the overlays are taken from them.
    ///   - tabs: The tabs, in order; users arrive at the first.
    /// - Throws: ``LagoonError/noTabs`` if `tabs` is empty, `AppMapError` or `WebAppError` if the features can't be
    ///   combined.
    public init(_ features: LagoonFeatures, tabs: [MountedFeature<NamedScreen>]) throws {
        self.features = features
        self.tabs = tabs
        app = try Self.app(features, tabs)
    }

    /// Adds a tab after the others, effective from the next request.
    ///
    /// - Throws: `AppMapError` or `WebAppError` if it does not fit, for instance because another feature has one of its
    ///   URLs; the app then stays unchanged.
    public func add(_ feature: MountedFeature<NamedScreen>) throws {
        app = try Self.app(features, tabs + [feature])
        tabs.append(feature)
    }

    private static func app(
        _ features: LagoonFeatures, _ tabs: [MountedFeature<NamedScreen>]
    ) throws -> WebApp<NamedScreen> {
        try LagoonApp.app(.named, gatekeeper: features.gatekeeper.named, tabs: tabs, overlays: features.overlays)
    }
}
