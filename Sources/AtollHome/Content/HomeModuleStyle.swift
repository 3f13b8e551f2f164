/// A colour in light and in dark surroundings, as `0xRRGGBB`.
public struct HomeColor: Hashable, Sendable {
    public let light: UInt32
    public let dark: UInt32

    public init(light: UInt32, dark: UInt32) {
        self.light = light
        self.dark = dark
    }
}

/// How a module looks, computed from the module; the header takes that of the hero.
public struct HomeModuleStyle: Hashable, Sendable {
    /// What separates a module from the next one.
    public enum Edge: Hashable, Sendable {
        /// A line that rises and falls, tiled over the width, in a second colour.
        case wave(HomeColor)
        /// One S-curve over the whole width, so many points high.
        case curve(HomeColor, height: Int)
        /// A straight line.
        case straight
    }

    /// A box in which the text of a module stands.
    public struct Card: Hashable, Sendable {
        public let foreground: HomeColor
        public let background: HomeColor

        public init(foreground: HomeColor, background: HomeColor) {
            self.foreground = foreground
            self.background = background
        }
    }

    /// The three ways in which a module is laid out.
    public enum Container: String, Hashable, Sendable, CaseIterable {
        /// A large picture or title over the whole width: what stands at the top.
        case hero
        /// A picture that stands behind its card and looks over it.
        case guardian
        /// A card by itself, with its picture beside the text.
        case champion
    }

    public var container: Container
    public var foreground: HomeColor
    public var background: HomeColor
    public var edge: Edge
    public var card: Card?
    /// The colour behind a hero's picture.
    public var heroImage: HomeColor?

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

/// A module that knows how it looks.
public protocol HomeStyledModule: HomeModule {
    func style(isHero: Bool) -> HomeModuleStyle
}
