import AtollHome

/// When Today shows what.
///
/// The article gives the order of the first use, and that the top is what matters most. What it leaves out is decided here for the
/// user: what goes on at this moment comes first, then what they still have to do, then what they have, then what they might like.
public enum TodayRules {
    public static let rules = HomeRules<TodayFlags> {
        when(.planIntroduction) {
            group("first use") {
                show(.plan(.introduction))
                stats
                first {
                    when(.plannerComplete) { show(.planner(.fullyPlanned)) }
                    unfinishedPlan
                }
                first {
                    liveNow
                    livesLater
                }
            }
        }
        .otherwise {
            group("every day") {
                liveNow
                stats
                unless(.plannerComplete) { unfinishedPlan }
                show(.plan(.details))
                when(.plannerComplete) { show(.planner(.fullyPlanned)) }
                unless(.livesNow) { livesLater }
            }
        }
        inspiration
        when(.miniAppCard) { show(.miniApp) }
    }

    private static var stats: HomeRule<TodayFlags> { when(.addStartingStats) { show(.addStartingStats) } }

    /// What is missing in the plan of the day.
    private static var unfinishedPlan: HomeRule<TodayFlags> {
        when(.workoutsPlanned) { show(.planner(.noMeals)) }.otherwise { show(.planner(.empty)) }
    }

    private static var liveNow: HomeRule<TodayFlags> { when(.livesNow) { show(.lives(.now)) } }

    /// The nearest live workouts of those that have not begun.
    private static var livesLater: HomeRule<TodayFlags> {
        first {
            when(.livesToday) { show(.lives(.today)) }
            when(.livesUpcoming) { show(.lives(.upcoming)) }
        }
    }

    /// One recipe: after training, one that refuels.
    private static var inspiration: HomeRule<TodayFlags> {
        first {
            when(.refuelRecipeInspiration) { show(.inspiration(.recipe(.refuel))) }
            when(.generalRecipeInspiration) { show(.inspiration(.recipe(.general))) }
        }
    }

    /// What is said besides the rules: a recipe can be put away for a day, and the card of a mini app for a week.
    public static let policy = HomePolicy(caps: [
        TodayModule.inspiration(.recipe(.general)).id: .init(dismissedFor: 1),
        TodayModule.inspiration(.recipe(.refuel)).id: .init(dismissedFor: 1),
        TodayModule.miniApp.id: .init(dismissedFor: 7),
    ])
}
