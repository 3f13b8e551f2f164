import AtollHome
import AtollPages
import Foundation
import LagoonToday

extension TodayPage {
    private struct Debug: Encodable, Sendable {
        let action: String
        let back: String
        let users: [Choice]
        let cycles: [Choice]
        let lives: [Choice]
        let plans: [Choice]
        let date: String
        let flags: [String]
        let reasons: [String]
    }

    private struct Choice: Encodable, Sendable {
        let value: String
        let title: String
        let isChosen: Bool
    }

    /// The panel that sets everything that Today depends on, and explains why each card is shown or not. Only the demo
    /// has it.
    func debugPanel(
        _ context: PageContext<TodayScreen>, _ home: HomeState<TodayFlags>, _ state: TodayState,
        _ userHome: TodayHomes.UserHome
    ) async throws -> HTML {
        let day = TodayState.day(userHome.clock.now(), userHome.clock.calendar)
        let plan =
            !state.workoutsPlanned.contains(day) ? "empty" : state.mealsPlanned.contains(day) ? "full" : "workouts"
        func choices(_ all: [(String, String)], _ chosen: String) -> [Choice] {
            all.map { Choice(value: $0, title: $1, isChosen: $0 == chosen) }
        }
        let reasons = userHome.home.rules.explanations(for: home.flags).map { explanation in
            let hidden = home.hidden[explanation.module].map { " It is not shown, because \($0)." } ?? ""
            return explanation.description + hidden
        }
        return templates.render(
            "debug",
            Debug(
                action: TodayAction.debug.address, back: context.current,
                users: choices(
                    [("new", "No stats yet"), ("known", "Stats entered")], state.stats == nil ? "new" : "known"),
                cycles: choices([("1", "First"), ("2", "Second"), ("3", "Third")], "\(state.cycle)"),
                lives: choices(
                    [
                        ("scheduled", "By the clock"), ("none", "None"), ("now", "Now"), ("today", "Later today"),
                        ("upcoming", "Another day"),
                    ], state.lives.rawValue),
                plans: choices(
                    [("empty", "Nothing"), ("workouts", "Workouts, no meals"), ("full", "Everything")], plan),
                date: "", flags: home.flags.names, reasons: reasons
            ))
    }
}
