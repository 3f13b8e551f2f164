import AtollHome
import SwiftUI

/// A picture that rises behind a card, with the card over its lower part.
///
/// ```swift
/// GuardianContainer {
///     Image(systemName: "figure.run").resizable().scaledToFit()
/// } content: {
///     Text("Join the workout")
/// }
/// ```
/// The picture is decorative: VoiceOver skips it.
public struct GuardianContainer<Picture: View, Content: View>: View {
    private let picture: Picture
    private let content: Content

    /// Creates the layout with a picture and the card's content.
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
