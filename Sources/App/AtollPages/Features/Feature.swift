import AtollLinks
import AtollNavigation
import AtollTexts

/// The web face of a feature: its map, its pages, and everything that the pages need.
///
/// A feature does not depend on other features. The composition root mounts it with an `Embedding` in one line, which
/// includes everything that belongs to it.
public struct Feature<F: Fragment>: Sendable {
    /// Where users can go within the feature, and under which URLs.
    public let map: FeatureMap<F>
    /// The title of its tab, in the source language of ``texts``.
    public let title: String
    /// The translations of its texts.
    public let texts: TextCatalog
    /// The icon of its tab: the contents of an SVG element with a view box of 24 by 24 units, drawn in strokes.
    public let icon: HTML
    /// The pages of its screens.
    public let pages: Pages<F>
    /// The feature's style sheet; nil if it has none.
    public let stylesheet: String?
    /// The actions of its forms.
    public let actions: [PageAction]
    /// The topics that keep its pages up to date.
    public let topics: [PageTopic]

    /// Its searches within the search over the whole app, each with a separate heading.
    public let searches: [FeatureSearch<F>]

    /// Creates the web face of a feature.
    ///
    /// - Parameters:
    ///   - map: The feature's map.
    ///   - title: The title of its tab.
    ///   - icon: The icon of its tab: see ``icon``.
    ///   - pages: The pages of its screens.
    ///   - templates: The feature's templates. Their style sheets are loaded by all pages of the app.
    ///   - texts: The translations of its texts; by default those of its templates.
    ///   - styles: Generated CSS, in addition to the style sheets in the folder of the templates.
    ///   - actions: The actions of its forms. Their names begin with the feature's name, as in `today/stats`.
    ///   - topics: The topics that keep its pages up to date.
    ///   - searches: Its searches within the search over the whole app, each with a separate heading.
    public init(
        _ map: FeatureMap<F>, title: String, icon: HTML = HTML(markup: ""), pages: Pages<F>,
        templates: Templates? = nil, texts: TextCatalog? = nil, styles: String = "",
        actions: [PageAction] = [], topics: [PageTopic] = [], searches: [FeatureSearch<F>] = []
    ) {
        self.map = map
        self.title = title
        self.texts = texts ?? templates?.catalog ?? .empty
        self.icon = icon
        self.pages = pages
        let styles = (templates?.stylesheet ?? "") + styles
        self.stylesheet = styles.isEmpty ? nil : styles
        self.actions = actions
        self.topics = topics
        self.searches = searches
    }

    /// The feature's name, unique in an app, such as `today`.
    public var name: String { map.name }

    /// Mounts the feature in an app.
    ///
    /// - Parameter embedding: Embeds the feature's fragments in those of the app.
    public func mounted<Parent: Fragment>(_ embedding: Embedding<Parent, F>) -> MountedFeature<Parent> {
        MountedFeature(self, embedding)
    }

    /// The feature mounted in an app whose features are known only at run time.
    public var named: MountedFeature<NamedScreen> { mounted(.named(name)) }
}
