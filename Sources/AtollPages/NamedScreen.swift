import AtollLinks
import AtollNavigation

/// A screen by the names of its feature and of itself, for an app whose features are known only when it runs.
///
/// An app that knows its features when it is compiled has an enumeration with a case for each instead.
public struct NamedScreen: Fragment, CustomStringConvertible {
    public let feature: String
    public let screen: String

    public init(_ feature: String, _ screen: String) {
        self.feature = feature
        self.screen = screen
    }

    public var description: String { "\(feature).\(screen)" }
}

extension Embedding where Parent == NamedScreen, Child: RawRepresentable, Child.RawValue == String {
    /// Screens by their raw values.
    public static func named(_ feature: String) -> Embedding {
        Embedding({ NamedScreen(feature, $0.rawValue) }) { screen in
            screen.feature == feature ? Child(rawValue: screen.screen) : nil
        }
    }
}

extension Feature where F: RawRepresentable, F.RawValue == String {
    /// The feature among others that are known by name only.
    public var named: NamedFeature {
        NamedFeature(self, Embedding.named(name))
    }
}

/// A feature for an app whose features are known only when it runs.
public struct NamedFeature: Sendable {
    public let name: String
    public let title: String
    public let icon: HTML
    public let entry: NamedScreen
    public let segues: [Segue<NamedScreen>]
    public let pages: Pages<NamedScreen>
    public let stylesheet: String?
    public let actions: [PageAction]
    public let topics: [PageTopic]
    /// The feature's routes behind the edges that lead to it.
    public let routes: @Sendable ([GraphEdge<NamedScreen>]) -> [Route<NamedScreen>]

    init<F: Fragment>(_ feature: Feature<F>, _ embedding: Embedding<NamedScreen, F>) {
        name = feature.name
        title = feature.title
        icon = feature.icon
        entry = embedding.embed(feature.entry)
        segues = feature.graph.mounted(embedding)
        stylesheet = feature.stylesheet
        actions = feature.actions
        topics = feature.topics
        pages = Pages<NamedScreen> { _ in throw PageError.notFound("There is no such page.") }
            .mounting(feature.pages, embedding)
        routes = { edges in feature.links.mounted(along: edges, through: embedding) }
    }
}
