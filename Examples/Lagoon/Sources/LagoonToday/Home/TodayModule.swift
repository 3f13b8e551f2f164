import AtollHome

/// A card of Today.
public enum TodayModule: HomeModule, CaseIterable {
    public enum Plan: String, Hashable, Sendable, CaseIterable { case introduction, details }
    public enum Planner: String, Hashable, Sendable, CaseIterable { case empty, noMeals, fullyPlanned }
    public enum Lives: String, Hashable, Sendable, CaseIterable { case now, today, upcoming }
    public enum Recipe: String, Hashable, Sendable, CaseIterable { case general, refuel }
    public enum Inspiration: Hashable, Sendable { case recipe(Recipe) }

    case addStartingStats
    case lives(Lives)
    case plan(Plan)
    case planner(Planner)
    case inspiration(Inspiration)
    /// What a mini app has to say.
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
