import SwiftUI

/// The colors that a mini app has set for its screen; nil for the system's colors.
struct ScreenColors: Hashable, Sendable {
    /// The color behind the page, visible until the page has loaded.
    var background: HexColor?
    /// The color of the bar.
    var bar: HexColor?
    /// Whether the text of a bar without a color is light; nil for the system's choice.
    var hasLightText: Bool?

    /// The color scheme of the bar. A mini app can't make the text of the bar unreadable: a color of the bar decides.
    var barScheme: ColorScheme? {
        if let bar { return bar.isLight ? .light : .dark }
        return hasLightText.map { $0 ? .dark : .light }
    }

    /// The color of the buttons in the bar, so that the user can always find *Close*; nil for the accent color.
    @MainActor var barTint: Color? { bar.map { $0.isLight ? .black : .white } }
}

extension View {
    /// Sets the colors of the bar. The modifiers are always the same, because a different view would load the page again.
    func barColors(_ colors: ScreenColors) -> some View {
        #if os(iOS)
        toolbarBackground(colors.bar.map { AnyShapeStyle($0.color) } ?? AnyShapeStyle(.bar), for: .navigationBar)
            .toolbarBackground(colors.barScheme == nil ? .automatic : .visible, for: .navigationBar)
            .toolbarColorScheme(colors.barScheme, for: .navigationBar)
        #else
        self
        #endif
    }
}
