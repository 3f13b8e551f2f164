import AtollHome

/// The flags that Today depends on: the eight of the article, and two that the planner cards and a mini app's card
/// need.
public struct TodayFlags: HomeFlags {
    public typealias Module = TodayModule

    /// The set of flags, one bit each.
    public let rawValue: UInt64

    /// - Parameter rawValue: The set of flags, one bit each.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// It is the user's first plan cycle, and they have not opened the introduction.
    public static let planIntroduction = TodayFlags(rawValue: 1 << 0)
    /// The user has not entered their starting stats.
    public static let addStartingStats = TodayFlags(rawValue: 1 << 1)
    /// A live workout is in progress.
    public static let livesNow = TodayFlags(rawValue: 1 << 2)
    /// A live workout begins later today.
    public static let livesToday = TodayFlags(rawValue: 1 << 3)
    /// A live workout begins on another day.
    public static let livesUpcoming = TodayFlags(rawValue: 1 << 4)
    /// Today's workouts and meals are planned.
    public static let plannerComplete = TodayFlags(rawValue: 1 << 5)
    /// There are recipes to show.
    public static let generalRecipeInspiration = TodayFlags(rawValue: 1 << 6)
    /// The user has trained today, and should eat well now.
    public static let refuelRecipeInspiration = TodayFlags(rawValue: 1 << 7)
    /// Today's workouts are planned, whether or not the meals are.
    public static let workoutsPlanned = TodayFlags(rawValue: 1 << 8)
    /// The user may open a mini app that has a card for Today.
    public static let miniAppCard = TodayFlags(rawValue: 1 << 9)

    /// The name of each flag, as in tables, explanations and on the command line.
    public static let names: KeyValuePairs<String, TodayFlags> = [
        "planIntroduction": planIntroduction, "addStartingStats": addStartingStats, "livesNow": livesNow,
        "livesToday": livesToday, "livesUpcoming": livesUpcoming, "plannerComplete": plannerComplete,
        "generalRecipeInspiration": generalRecipeInspiration, "refuelRecipeInspiration": refuelRecipeInspiration,
        "workoutsPlanned": workoutsPlanned, "miniAppCard": miniAppCard,
    ]
}
