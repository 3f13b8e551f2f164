/// A module with a style.
public protocol HomeStyledModule: HomeModule {
    /// The style of this module, at the top of the home or below.
    func style(isHero: Bool) -> HomeModuleStyle
}
