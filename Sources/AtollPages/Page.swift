/// What a feature shows for one of its places, as a part of a page.
public struct Page: Sendable {
    /// Where it stands among what else is presented.
    public enum Placement: Hashable, Sendable {
        /// On the screen, as its own page.
        case screen
        /// Beside the page that holds it where there is room, otherwise in its place.
        case beside
        /// In a sheet over the page.
        case sheet
        /// Over everything.
        case cover
        /// Nothing by itself: what it holds is shown.
        case none
    }

    public var title: String
    public var body: HTML
    public var placement: Placement
    /// What stands beside the title.
    public var actions: HTML?
    /// Whether the page has a bar with its title above it.
    public var hasBar = true
    /// Whether the tabs stand below it.
    public var hasTabs = true
    /// Whether the title is shown small, in the middle, as above a page that was pushed.
    public var isSlim = false
    /// The one origin that the page shows in a frame.
    public var frame: String?
    /// The shell's scripts that it needs, by name.
    public var scripts: [String] = []
    /// The name of the ``PageTopic`` that keeps the page's live parts up to date.
    public var topic: String?
    /// A class for the whole page.
    public var style: String?

    public init(_ title: String, _ body: HTML, placement: Placement = .screen, actions: HTML? = nil) {
        self.title = title
        self.body = body
        self.placement = placement
        self.actions = actions
    }

    /// What a place is shown as that only holds others.
    public static let nothing = Page("", HTML(markup: ""), placement: .none)
}

/// Why a place can't be shown.
public enum PageError: Error, Hashable, Sendable {
    /// There is no such thing: what there is none of, in a sentence.
    case notFound(String)
    /// A form is not accepted: what is wrong with it, in a sentence.
    case refused(String)
}
