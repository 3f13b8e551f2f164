import AtollHome

/// What Today depends on: the eight flags of the article, and two more that its three planner cards and a mini app's card need.
public struct TodayFlags: HomeFlags {
    public typealias Module = TodayModule

    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// It is the user's first plan cycle, and they have not opened the introduction.
    public static let planIntroduction = TodayFlags(rawValue: 1 << 0)
    /// The user has not entered where they start from.
    public static let addStartingStats = TodayFlags(rawValue: 1 << 1)
    /// A live workout is going on.
    public static let livesNow = TodayFlags(rawValue: 1 << 2)
    /// A live workout begins later today.
    public static let livesToday = TodayFlags(rawValue: 1 << 3)
    /// A live workout begins on another day.
    public static let livesUpcoming = TodayFlags(rawValue: 1 << 4)
    /// Workouts and meals of today are planned.
    public static let plannerComplete = TodayFlags(rawValue: 1 << 5)
    /// There are recipes to show.
    public static let generalRecipeInspiration = TodayFlags(rawValue: 1 << 6)
    /// The user has trained today, and should eat well now.
    public static let refuelRecipeInspiration = TodayFlags(rawValue: 1 << 7)
    /// The workouts of today are planned, whatever of the meals.
    public static let workoutsPlanned = TodayFlags(rawValue: 1 << 8)
    /// The user may open a mini app that puts a card here.
    public static let miniAppCard = TodayFlags(rawValue: 1 << 9)

    public static let names: KeyValuePairs<String, TodayFlags> = [
        "planIntroduction": planIntroduction, "addStartingStats": addStartingStats, "livesNow": livesNow,
        "livesToday": livesToday, "livesUpcoming": livesUpcoming, "plannerComplete": plannerComplete,
        "generalRecipeInspiration": generalRecipeInspiration, "refuelRecipeInspiration": refuelRecipeInspiration,
        "workoutsPlanned": workoutsPlanned, "miniAppCard": miniAppCard,
    ]
}
