import AtollPages
import AtollTexts
import LagoonHub

/// The hub, and each mini app in full screen.
public enum HubFeature {
    /// The feature, with the shell's pages.
    ///
    /// - Parameters:
    ///   - pages: The shell's pages of a hub: the shell runs the mini apps.
    ///   - search: The shell's search over mini apps.
    public static func feature(
        pages: Pages<HubScreen>, search: FeatureSearch<HubScreen>? = nil
    ) -> Feature<HubScreen> {
        Feature(
            HubScreen.map, title: "Hub",
            icon: HTML(
                markup: """
                    <rect x="4" y="4" width="7" height="7" rx="2"/><rect x="13" y="4" width="7" height="7" rx="2"/>\
                    <rect x="4" y="13" width="7" height="7" rx="2"/><rect x="13" y="13" width="7" height="7" rx="2"/>
                    """
            ),
            pages: pages, texts: .hub, search: search
        )
    }
}
