import AtollHome
import SwiftUI

/// A module on its background, with the edge that separates it from the one above.
struct HomeModuleView<Content: View>: View {
    private let style: HomeModuleStyle
    private let isHero: Bool
    private let content: Content
    @Environment(\.colorScheme) private var colorScheme

    init(style: HomeModuleStyle, isHero: Bool, @ViewBuilder content: () -> Content) {
        self.style = style
        self.isHero = isHero
        self.content = content()
    }

    var body: some View {
        VStack(spacing: 0) {
            if !isHero { HomeEdgeView(edge: style.edge, background: style.background) }
            content
                .environment(\.homeModuleStyle, style)
                .environment(\.isHomeHero, isHero)
                .foregroundStyle(Color(style.foreground, in: colorScheme))
                .padding(20)
                .frame(maxWidth: .infinity)
        }
        .background(Color(style.background, in: colorScheme))
    }
}
