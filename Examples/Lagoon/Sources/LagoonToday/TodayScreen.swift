import AtollNavigation

/// The places of the home feature: today; a live workout and a recipe; and how the plan works.
public enum TodayScreen: Fragment, Codable {
    case today, plan
    case live(Workout.ID)
    case recipe(Recipe.ID)
}
