import AtollNavigation

/// The screens of the home feature: Today, a live workout, a recipe, and how the plan works.
public enum TodayScreen: Fragment, Codable {
    case today, plan
    case live(Workout.ID)
    case recipe(Recipe.ID)
}
