import AtollHome
import SwiftUI

/// The layout of the module at the top: a large picture above the text.
///
/// ```swift
/// HeroContainer {
///     Image(systemName: "map").resizable().scaledToFit()
/// } content: {
///     Text("Good morning")
/// }
/// ```
/// The picture is decorative: VoiceOver skips it. ``HomeContainer`` chooses between this layout and the others.
public struct HeroContainer<Picture: View, Content: View>: View {
    private let picture: Picture
    private let content: Content

    /// Creates the layout with a picture and the module's content.
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
