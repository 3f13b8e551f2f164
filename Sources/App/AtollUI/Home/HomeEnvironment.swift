import AtollHome
import SwiftUI

private struct HomeModuleStyleKey: EnvironmentKey {
    static let defaultValue: HomeModuleStyle? = nil
}

private struct IsHomeHeroKey: EnvironmentKey {
    static let defaultValue = false
}

extension EnvironmentValues {
    /// The style of the enclosing home module, or nil outside of one. The header of a ``HomeView`` has the hero's
    /// style.
    ///
    /// ```swift
    /// @Environment(\.homeModuleStyle) private var style
    /// ```
    public var homeModuleStyle: HomeModuleStyle? {
        get { self[HomeModuleStyleKey.self] }
        set { self[HomeModuleStyleKey.self] = newValue }
    }

    /// Whether the view is part of the hero, the module at the top.
    ///
    /// ```swift
    /// @Environment(\.isHomeHero) private var isHero
    /// ```
    public var isHomeHero: Bool {
        get { self[IsHomeHeroKey.self] }
        set { self[IsHomeHeroKey.self] = newValue }
    }
}

extension Color {
    /// Creates the light or the dark variant of a home's colour, in sRGB.
    ///
    /// ```swift
    /// Text(title).foregroundStyle(Color(style.foreground, in: colorScheme))
    /// ```
    public init(_ color: HomeColor, in scheme: ColorScheme) {
        let value = scheme == .dark ? color.dark : color.light
        func part(_ shift: UInt32) -> Double { Double((value >> shift) & 0xFF) / 255 }
        self.init(.sRGB, red: part(16), green: part(8), blue: part(0))
    }
}
