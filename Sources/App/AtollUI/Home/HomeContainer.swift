import AtollHome
import SwiftUI

/// The layout that a module's style asks for: ``HeroContainer`` for the module at the top, otherwise the style's
/// container; ``ChampionContainer`` outside of a home.
///
/// ```swift
/// HomeContainer {
///     Image(systemName: "calendar").resizable().scaledToFit()
/// } content: {
///     Text("Your plan for today")
/// }
/// .home(TodayModule.plan(.details))
/// ```
public struct HomeContainer<Picture: View, Content: View>: View {
    private let picture: Picture
    private let content: Content
    @Environment(\.homeModuleStyle) private var style
    @Environment(\.isHomeHero) private var isHero

    /// Creates the layout with a picture and the module's content.
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
