import AtollHome
import SwiftUI

private struct HomeModuleStyleKey: EnvironmentKey {
    static let defaultValue: HomeModuleStyle? = nil
}

private struct IsHomeHeroKey: EnvironmentKey {
    static let defaultValue = false
}

extension EnvironmentValues {
    /// How the home module around a view looks; nil outside of one.
    public var homeModuleStyle: HomeModuleStyle? {
        get { self[HomeModuleStyleKey.self] }
        set { self[HomeModuleStyleKey.self] = newValue }
    }

    /// Whether a view stands in the module at the top.
    public var isHomeHero: Bool {
        get { self[IsHomeHeroKey.self] }
        set { self[IsHomeHeroKey.self] = newValue }
    }
}

extension Color {
    /// A home's colour, as it is in these surroundings.
    public init(_ color: HomeColor, in scheme: ColorScheme) {
        let value = scheme == .dark ? color.dark : color.light
        func part(_ shift: UInt32) -> Double { Double((value >> shift) & 0xFF) / 255 }
        self.init(.sRGB, red: part(16), green: part(8), blue: part(0))
    }
}
