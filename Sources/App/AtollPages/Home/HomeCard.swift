/// The presentation of a home module on a page.
public struct HomeCard: Sendable {
    /// The title, for screen readers.
    public let title: String
    /// The markup of the card.
    public let body: HTML
    /// Whether the user can hide the card.
    public let isDismissible: Bool

    /// Where ``body`` has the button that hides the card: inside the card, so that it moves with it. Without it, the button comes last.
    public static let placeOfDismissal = "<!-- dismissal -->"

    /// Creates a card.
    public init(_ title: String, _ body: HTML, isDismissible: Bool = false) {
        self.title = title
        self.body = body
        self.isDismissible = isDismissible
    }
}
