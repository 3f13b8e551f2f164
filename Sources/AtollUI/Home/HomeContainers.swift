import AtollHome
import SwiftUI

/// What stands at the top: a large picture over the text.
public struct HeroContainer<Picture: View, Content: View>: View {
    private let picture: Picture
    private let content: Content

    public init(@ViewBuilder picture: () -> Picture, @ViewBuilder content: () -> Content) {
        self.picture = picture()
        self.content = content()
    }

    public var body: some View {
        VStack(alignment: .leading, spacing: 20) {
            picture.frame(maxWidth: .infinity).frame(height: 160).accessibilityHidden(true)
            content.font(.title2)
        }
    }
}

/// A picture that stands behind its card, and looks over it.
public struct GuardianContainer<Picture: View, Content: View>: View {
    private let picture: Picture
    private let content: Content

    public init(@ViewBuilder picture: () -> Picture, @ViewBuilder content: () -> Content) {
        self.picture = picture()
        self.content = content()
    }

    public var body: some View {
        ZStack(alignment: .top) {
            picture.frame(height: 120).accessibilityHidden(true)
            HomeCardView { content }.padding(.top, 84)
        }
    }
}

/// A card by itself, with its picture beside the text.
public struct ChampionContainer<Picture: View, Content: View>: View {
    private let picture: Picture
    private let content: Content

    public init(@ViewBuilder picture: () -> Picture, @ViewBuilder content: () -> Content) {
        self.picture = picture()
        self.content = content()
    }

    public var body: some View {
        HomeCardView {
            HStack(spacing: 16) {
                content
                picture.frame(width: 96, height: 96).accessibilityHidden(true)
            }
        }
    }
}

/// The container that a module's style asks for; the hero's at the top.
public struct HomeContainer<Picture: View, Content: View>: View {
    private let picture: Picture
    private let content: Content
    @Environment(\.homeModuleStyle) private var style
    @Environment(\.isHomeHero) private var isHero

    public init(@ViewBuilder picture: () -> Picture, @ViewBuilder content: () -> Content) {
        self.picture = picture()
        self.content = content()
    }

    public var body: some View {
        switch isHero ? .hero : style?.container ?? .champion {
        case .hero:
            HeroContainer {
                picture
            } content: {
                content
            }
        case .guardian:
            GuardianContainer {
                picture
            } content: {
                content
            }
        case .champion:
            ChampionContainer {
                picture
            } content: {
                content
            }
        }
    }
}

/// The box in which the text of a module stands.
struct HomeCardView<Content: View>: View {
    private let content: Content
    @Environment(\.homeModuleStyle) private var style
    @Environment(\.colorScheme) private var colorScheme

    init(@ViewBuilder content: () -> Content) { self.content = content() }

    var body: some View {
        let card = style?.card
        content
            .padding(24)
            .frame(maxWidth: .infinity, alignment: .leading)
            .foregroundStyle(card.map { Color($0.foreground, in: colorScheme) } ?? .primary)
            .background(card.map { Color($0.background, in: colorScheme) } ?? .clear, in: .rect(cornerRadius: 28))
    }
}
