import AtollLinks
import AtollNavigation

/// A whole super app, as the web shell serves it: what the features make together.
public struct WebApp<F: Fragment>: Sendable {
    /// A tab at the bottom of the screen, or at its side.
    public struct Tab: Sendable {
        public let fragment: F
        public let title: String
        /// The inside of an SVG of 24 by 24 units, drawn in lines.
        public let icon: HTML

        public init(_ fragment: F, title: String, icon: HTML) {
            self.fragment = fragment
            self.title = title
            self.icon = icon
        }
    }

    public let graph: NavigationGraph<F>
    public let links: LinkRouter<F>
    public let pages: Pages<F>
    public let tabs: [Tab]
    /// Style sheets, by name.
    public let stylesheets: [String: String]
    /// What forms do, by name.
    public let actions: [String: PageAction]
    /// What changes by itself, by name.
    public let topics: [String: PageTopic]

    /// - Throws: ``WebAppError`` where the routes do not fit the graph.
    public init(
        graph: NavigationGraph<F>, links: LinkRouter<F>, pages: Pages<F>, tabs: [Tab] = [],
        stylesheets: [String: String] = [:], actions: [PageAction] = [], topics: [PageTopic] = []
    ) throws(WebAppError) {
        let warnings = links.check(against: graph)
        guard warnings.isEmpty else { throw WebAppError(warnings: warnings) }
        self.graph = graph
        self.links = links
        self.pages = pages
        self.tabs = tabs
        self.stylesheets = stylesheets
        self.actions = Dictionary(actions.map { ($0.name, $0) }) { first, _ in first }
        self.topics = Dictionary(topics.map { ($0.name, $0) }) { first, _ in first }
    }
}

/// The routes of an app do not fit its graph.
public struct WebAppError: Error, CustomStringConvertible {
    public let warnings: [String]

    public var description: String { warnings.joined(separator: "\n") }
}
