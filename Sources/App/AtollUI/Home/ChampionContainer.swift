import AtollHome
import SwiftUI

/// A card with the picture next to the text.
///
/// ```swift
/// ChampionContainer {
///     Image(systemName: "fork.knife").resizable().scaledToFit()
/// } content: {
///     Text("Lunch is at noon")
/// }
/// ```
/// The picture is decorative: VoiceOver skips it.
public struct ChampionContainer<Picture: View, Content: View>: View {
    private let picture: Picture
    private let content: Content

    /// Creates the layout with a picture and the card's content.
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
