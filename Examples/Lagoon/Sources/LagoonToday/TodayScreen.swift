import AtollNavigation

/// The places of the home feature: today; a live workout and a recipe, which have their names as ids; and how the plan works.
public enum TodayScreen: String, Fragment, Codable, CaseIterable, CustomStringConvertible {
    case today, live, plan, recipe

    public var description: String { rawValue }
}
