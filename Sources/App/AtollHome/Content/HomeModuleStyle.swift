/// The style of a module. The home's header uses the style of the hero.
public struct HomeModuleStyle: Hashable, Sendable {
    /// The edge between a module and the one above it.
    public enum Edge: Hashable, Sendable {
        /// A wavy line, repeated over the width, in a second colour.
        case wave(HomeColor)
        /// A single S-curve over the whole width in a second colour; its height is in points.
        case curve(HomeColor, height: Int)
        /// A straight line.
        case straight
    }

    /// The colours of the card around a module's text.
    public struct Card: Hashable, Sendable {
        /// The colour of the text.
        public let foreground: HomeColor
        /// The colour of the card.
        public let background: HomeColor

        /// Creates a card's colours.
        public init(foreground: HomeColor, background: HomeColor) {
            self.foreground = foreground
            self.background = background
        }
    }

    /// The layouts of a module.
    public enum Container: String, Hashable, Sendable, CaseIterable {
        /// A large picture or title over the whole width, for the module at the top.
        case hero
        /// A picture that rises behind a card.
        case guardian
        /// A card with the picture next to the text.
        case champion
    }

    /// The module's layout. AtollUI lays out the module at the top as ``Container/hero``, independent of this.
    public var container: Container
    /// The colour of text outside a card.
    public var foreground: HomeColor
    /// The colour behind the module.
    public var background: HomeColor
    /// The edge to the module above.
    public var edge: Edge
    /// The card's colours, or nil for a card that only has the module's background.
    public var card: Card?
    /// The colour behind a hero's picture.
    public var heroImage: HomeColor?

    /// Creates a style.
    public init(
        _ container: Container, foreground: HomeColor, background: HomeColor, edge: Edge = .straight,
        card: Card? = nil, heroImage: HomeColor? = nil
    ) {
        self.container = container
        self.foreground = foreground
        self.background = background
        self.edge = edge
        self.card = card
        self.heroImage = heroImage
    }
}
