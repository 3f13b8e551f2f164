import SwiftUI

/// The colors that a mini app has set for its screen; nil for the super app's colors.
struct ScreenColors: Hashable, Sendable {
    /// The color behind the page, visible until the page has loaded.
    var background: HexColor?
    /// The color of the bar.
    var bar: HexColor?
    /// Whether the text of the bar is light; nil chooses by the color of the bar.
    var hasLightText: Bool?

    /// The color scheme in which the text of the bar is readable.
    var barScheme: ColorScheme? {
        if let hasLightText { return hasLightText ? .dark : .light }
        return bar.map { $0.isLight ? .light : .dark }
    }
}

extension View {
    /// Sets the colors of the bar. The modifiers are always the same, because a different view would load the page again.
    func barColors(_ colors: ScreenColors) -> some View {
        #if os(iOS)
        toolbarBackground(colors.bar.map { AnyShapeStyle($0.color) } ?? AnyShapeStyle(.bar), for: .navigationBar)
            .toolbarBackground(colors.bar == nil ? .automatic : .visible, for: .navigationBar)
            .toolbarColorScheme(colors.barScheme, for: .navigationBar)
        #else
        self
        #endif
    }
}
