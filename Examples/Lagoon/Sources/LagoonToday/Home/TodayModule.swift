import AtollHome

/// A card of Today.
public enum TodayModule: HomeModule, CaseIterable {
    /// The card of the plan: an introduction for new users, details for all others.
    public enum Plan: String, Hashable, Sendable, CaseIterable { case introduction, details }
    /// The card of the day's plan: nothing planned, a workout without meals, or everything.
    public enum Planner: String, Hashable, Sendable, CaseIterable { case empty, noMeals, fullyPlanned }
    /// The card of live workouts: in progress, later today, or on another day.
    public enum Lives: String, Hashable, Sendable, CaseIterable { case now, today, upcoming }
    /// The kind of recipe: for any time, or for after training.
    public enum Recipe: String, Hashable, Sendable, CaseIterable { case general, refuel }
    /// The card with a suggestion.
    public enum Inspiration: Hashable, Sendable { case recipe(Recipe) }

    /// Asks for the user's starting stats.
    case addStartingStats
    /// The live workouts.
    case lives(Lives)
    /// The user's training plan.
    case plan(Plan)
    /// The plan of the day.
    case planner(Planner)
    /// A suggestion, such as a recipe.
    case inspiration(Inspiration)
    /// The card of a mini app.
    case miniApp

    public var id: String {
        switch self {
        case .addStartingStats: "addStartingStats"
        case .lives(let lives): "lives.\(lives)"
        case .plan(let plan): "plan.\(plan)"
        case .planner(let planner): "planner.\(planner)"
        case .inspiration(.recipe(let recipe)): "inspiration.recipe.\(recipe)"
        case .miniApp: "miniApp"
        }
    }

    public static let allCases: [TodayModule] =
        [.addStartingStats, .miniApp] + Lives.allCases.map { .lives($0) } + Plan.allCases.map { .plan($0) }
        + Planner.allCases.map { .planner($0) } + Recipe.allCases.map { .inspiration(.recipe($0)) }
}
