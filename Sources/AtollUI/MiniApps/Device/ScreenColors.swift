import SwiftUI

/// The colours that a mini app has chosen for its screen: nil for those of the super app.
struct ScreenColors: Hashable, Sendable {
    /// Below the page, until it has drawn itself.
    var background: HexColor?
    /// Of the bar.
    var bar: HexColor?
    /// Whether what stands in the bar is light; nil for whatever can be read on its colour.
    var hasLightText: Bool?

    /// The scheme in which the bar can be read.
    var barScheme: ColorScheme? {
        if let hasLightText { return hasLightText ? .dark : .light }
        return bar.map { $0.isLight ? .light : .dark }
    }
}

extension View {
    /// Gives the bar the colour that a mini app has chosen. Always the same modifiers: another view would be another page.
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
