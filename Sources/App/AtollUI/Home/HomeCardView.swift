import AtollHome
import SwiftUI

/// The card around a module's text, in the colours of its style.
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
