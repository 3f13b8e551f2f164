import AtollLinks
import AtollNavigation
import Foundation

/// A feature of a super app, as its module gives it away: a graph with fragments of its own, their addresses and pages.
///
/// A feature knows no other one. The composition root mounts it with an `Embedding`; nothing is erased.
public struct Feature<F: Fragment>: Sendable {
    /// The feature's name, in lower case.
    public let name: String
    /// What its tab is called.
    public let title: String
    /// The tab's picture: the inside of an SVG of 24 by 24 units, drawn in lines.
    public let icon: HTML
    public let graph: NavigationGraph<F>
    public let links: LinkRouter<F>
    public let pages: Pages<F>
    /// The feature's style sheet.
    public let stylesheet: String?
    /// What its forms do.
    public let actions: [PageAction]
    /// What on its pages changes by itself.
    public let topics: [PageTopic]

    public init(
        name: String, title: String, icon: HTML = HTML(markup: ""), graph: NavigationGraph<F>, links: LinkRouter<F>,
        pages: Pages<F>, stylesheet: String? = nil, actions: [PageAction] = [], topics: [PageTopic] = []
    ) {
        self.name = name
        self.title = title
        self.icon = icon
        self.graph = graph
        self.links = links
        self.pages = pages
        self.stylesheet = stylesheet
        self.actions = actions
        self.topics = topics
    }

    /// The feature's first fragment.
    public var entry: F { graph.entry }
}
