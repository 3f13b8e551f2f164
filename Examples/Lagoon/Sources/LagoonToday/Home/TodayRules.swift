import AtollHome

/// The rules that decide what Today shows, and in which order.
///
/// The article defines the order for new users, and that what matters most is at the top. The rest is decided here:
/// what is happening right now comes first, then what the user still has to do, then what is done, then suggestions.
public enum TodayRules {
    /// The rules of Today.
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

    /// The card for what is missing in the plan of the day.
    private static var unfinishedPlan: HomeRule<TodayFlags> {
        when(.workoutsPlanned) { show(.planner(.noMeals)) }.otherwise { show(.planner(.empty)) }
    }

    private static var liveNow: HomeRule<TodayFlags> { when(.livesNow) { show(.lives(.now)) } }

    /// The next live workouts that have not started.
    private static var livesLater: HomeRule<TodayFlags> {
        first {
            when(.livesToday) { show(.lives(.today)) }
            when(.livesUpcoming) { show(.lives(.upcoming)) }
        }
    }

    /// One recipe; after training, one that refuels.
    private static var inspiration: HomeRule<TodayFlags> {
        first {
            when(.refuelRecipeInspiration) { show(.inspiration(.recipe(.refuel))) }
            when(.generalRecipeInspiration) { show(.inspiration(.recipe(.general))) }
        }
    }

    /// The limits besides the rules: a recipe stays hidden for a day, and the card of a mini app for a week.
    public static let policy = HomePolicy(caps: [
        TodayModule.inspiration(.recipe(.general)).id: .init(dismissedFor: 1),
        TodayModule.inspiration(.recipe(.refuel)).id: .init(dismissedFor: 1),
        TodayModule.miniApp.id: .init(dismissedFor: 7),
    ])
}
