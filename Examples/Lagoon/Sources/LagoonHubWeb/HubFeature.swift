import AtollPages
import AtollTexts
import LagoonHub

/// The hub, and each mini app in full screen.
public enum HubFeature {
    /// The feature, with the shell's pages.
    ///
    /// - Parameters:
    ///   - pages: The shell's pages of a hub: the shell runs the mini apps.
    ///   - searches: The shell's searches over mini apps and their contents.
    public static func feature(
        pages: Pages<HubScreen>, searches: [FeatureSearch<HubScreen>] = []
    ) -> Feature<HubScreen> {
        Feature(
            HubScreen.map, title: "Hub",
            icon: HTML(
                markup: """
                    <rect x="4" y="4" width="7" height="7" rx="2"/><rect x="13" y="4" width="7" height="7" rx="2"/>\
                    <rect x="4" y="13" width="7" height="7" rx="2"/><rect x="13" y="13" width="7" height="7" rx="2"/>
                    """
            ),
            pages: pages, texts: .hub, searches: searches
        )
    }
}
