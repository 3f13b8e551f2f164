import AtollHome

/// The rules that decide what Today shows, and in which order.
///
/// The article defines the order for new users, and that what matters most is at the top. The rest is decided here:
/// what is happening right now comes first, then what the user still has to do, then what is done, then suggestions.
public enum TodayRules {
    /// The rules of Today.
    public static let rules = HomeRules<TodayFlags> {
        When(.planIntroduction) {
            NamedRules("first use") {
                Show(.plan(.introduction))
                stats
                FirstOf {
                    When(.plannerComplete) { Show(.planner(.fullyPlanned)) }
                    unfinishedPlan
                }
                FirstOf {
                    liveNow
                    livesLater
                }
            }
        }
        .otherwise {
            NamedRules("every day") {
                liveNow
                stats
                Unless(.plannerComplete) { unfinishedPlan }
                Show(.plan(.details))
                When(.plannerComplete) { Show(.planner(.fullyPlanned)) }
                Unless(.livesNow) { livesLater }
            }
        }
        inspiration
        When(.miniAppCard) { Show(.miniApp) }
    }

    private static var stats: some HomeRuleElement<TodayFlags> { When(.addStartingStats) { Show(.addStartingStats) } }

    /// The card for what is missing in the plan of the day.
    private static var unfinishedPlan: some HomeRuleElement<TodayFlags> {
        When(.workoutsPlanned) { Show(.planner(.noMeals)) }.otherwise { Show(.planner(.empty)) }
    }

    private static var liveNow: some HomeRuleElement<TodayFlags> { When(.livesNow) { Show(.lives(.now)) } }

    /// The next live workouts that have not started.
    private static var livesLater: some HomeRuleElement<TodayFlags> {
        FirstOf {
            When(.livesToday) { Show(.lives(.today)) }
            When(.livesUpcoming) { Show(.lives(.upcoming)) }
        }
    }

    /// One recipe; after training, one that refuels.
    private static var inspiration: some HomeRuleElement<TodayFlags> {
        FirstOf {
            When(.refuelRecipeInspiration) { Show(.inspiration(.recipe(.refuel))) }
            When(.generalRecipeInspiration) { Show(.inspiration(.recipe(.general))) }
        }
    }

    /// The limits in addition to the rules: a recipe stays hidden for a day, and the card of a mini app for a week.
    public static let policy = HomePolicy(caps: [
        TodayModule.inspiration(.recipe(.general)).id: .init(dismissedFor: 1),
        TodayModule.inspiration(.recipe(.refuel)).id: .init(dismissedFor: 1),
        TodayModule.miniApp.id: .init(dismissedFor: 7),
    ])
}
