/// The presentation of one of a feature's places, as part of a page.
public struct Page: Sendable {
    /// Where a page is placed among the other presented pages.
    public enum Placement: Hashable, Sendable {
        /// On the screen, as its own page.
        case screen
        /// Next to the page that holds it if there is room, otherwise in its place.
        case beside
        /// In a sheet over the page.
        case sheet
        /// Over everything.
        case cover
        /// Not shown itself: only the places that it holds are shown.
        case none
    }

    /// The title, in the bar and of the document.
    public var title: String
    /// The page's content.
    public var body: HTML
    /// Where the page is placed among the other presented pages.
    public var placement: Placement
    /// Controls next to the title.
    public var actions: HTML?
    /// Whether a bar with the title is shown above the page.
    public var hasBar = true
    /// Whether the tabs are shown.
    public var hasTabs = true
    /// Whether the title is small and centred, as above a pushed page.
    public var isSlim = false
    /// The one origin that the page may show in a frame; nil if it shows none.
    public var frame: String?
    /// The names of the shell's scripts that the page needs.
    public var scripts: [String] = []
    /// The names of the shell's style sheets that the page needs, in addition to the one of all pages.
    public var stylesheets: [String] = []
    /// The name of the ``PageTopic`` that keeps the page's live parts up to date; nil if it has none.
    public var topic: String?
    /// A CSS class for the body of the document.
    public var style: String?
    /// Whether the browser may store the page, and show it offline until the user signs out.
    public var isKept = true

    /// Creates a page.
    public init(_ title: String, _ body: HTML, placement: Placement = .screen, actions: HTML? = nil) {
        self.title = title
        self.body = body
        self.placement = placement
        self.actions = actions
    }

    /// The page of a place that only holds others.
    public static let nothing = Page("", HTML(markup: ""), placement: .none)
}
