import AtollLinks
import AtollNavigation
import AtollTexts

/// A feature's web face, expressed in the fragments of the app that contains it.
public struct MountedFeature<F: Fragment>: Sendable {
    /// The feature's name, unique in an app.
    public let name: String
    /// Where users can go within the feature; nil for the app's own screens, whose segues and routes the app itself
    /// defines.
    public let map: MountedMap<F>?
    /// The title of its tab, in the source language of ``texts``.
    public let title: String
    /// The translations of its texts.
    public let texts: TextCatalog
    /// The icon of its tab, as in ``Feature/icon``.
    public let icon: HTML
    /// The feature's style sheet; nil if it has none.
    public let stylesheet: String?
    /// The actions of its forms.
    public let actions: [PageAction]
    /// The topics that keep its pages up to date.
    public let topics: [PageTopic]
    /// Its searches within the search over the whole app, each with a separate heading.
    public let searches: [FeatureSearch<F>]
    let pages: Pages<F>
    /// Whether the feature shows a fragment.
    let shows: @Sendable (F) -> Bool

    init<Child: Fragment>(_ feature: Feature<Child>, _ embedding: Embedding<F, Child>) {
        name = feature.name
        map = feature.map.mounted(embedding)
        title = feature.title
        texts = feature.texts
        icon = feature.icon
        stylesheet = feature.stylesheet
        actions = feature.actions
        topics = feature.topics
        searches = feature.searches.map { $0.mounted(embedding) }
        pages = Pages { context in
            guard let scoped = context.scoped(embedding) else {
                preconditionFailure("\(context.place) is not a place of the feature \(feature.name).")
            }
            return try await feature.pages.page(scoped)
        }
        shows = { embedding.extract($0) != nil }
    }

    /// Creates the app's own screens, which belong to no feature.
    ///
    /// - Parameters:
    ///   - name: The name that the actions of these screens begin with, unique in the app.
    ///   - shows: Returns whether a fragment is one of these screens; by default, every fragment is.
    ///   - pages: The pages of these screens.
    ///   - templates: The templates of these screens. Their style sheets are loaded by all pages of the app.
    ///   - actions: The actions of their forms.
    ///   - topics: The topics that keep their pages up to date.
    ///   - searches: Their searches within the search over the whole app, each with a separate heading.
    public init(
        own name: String, shows: @escaping @Sendable (F) -> Bool = { _ in true }, pages: Pages<F>,
        templates: Templates? = nil, actions: [PageAction] = [], topics: [PageTopic] = [],
        searches: [FeatureSearch<F>] = []
    ) {
        self.name = name
        map = nil
        title = ""
        texts = .empty
        icon = HTML(markup: "")
        stylesheet = templates?.stylesheet
        self.actions = actions
        self.topics = topics
        self.searches = searches
        self.pages = pages
        self.shows = shows
    }
}
