import Foundation

/// The texts of a card of Today, on web pages and in views.
package struct TodayWords: Hashable, Sendable {
    package let title: String
    package let text: String?

    private init(_ title: String, _ text: String? = nil) {
        self.title = title
        self.text = text
    }

    /// The texts of a card; nil if there is nothing to show, or if the card is a mini app's.
    package init?(for module: TodayModule, cycle: Int, date: Date, calendar: Calendar) {
        switch module {
        case .addStartingStats:
            self.init(
                localized("Where are you starting from?"),
                localized("Two numbers tailor your plan to you. After 28 days you can see how far you have come."))
        case .lives(.now):
            guard let workout = LiveSchedule(workouts: Workout.all, calendar: calendar).onAir(date) else { return nil }
            self.init(
                localized("Live now: \(workout.title)"),
                localized("\(workout.coach) started at \(workout.time). You can still join."))
        case .lives(.today): self.init(localized("Live today"))
        case .lives(.upcoming):
            self.init(localized("Live tomorrow"), localized("Today's workouts are over. Sleep well."))
        case .plan(.introduction):
            self.init(
                localized("Welcome to your plan"),
                localized(
                    "28 days tailored to you: what you train, what you eat, when you rest. It takes two minutes to read."
                ))
        case .plan(.details):
            self.init(
                localized("Your plan, cycle \(cycle)"), localized("28 days, with one workout and three meals a day."))
        case .planner(.empty):
            self.init(
                localized("Plan your day"),
                localized("When will you train today? If you decide in the morning, you will do it."))
        case .planner(.noMeals):
            self.init(
                localized("Your workout is planned"), localized("What will you eat? These three go with your day."))
        case .planner(.fullyPlanned):
            self.init(
                localized("Your day is planned"),
                localized("One workout and three meals. All you have to do is follow the plan."))
        case .inspiration(.recipe(let kind)):
            guard let recipe = Recipe.ofTheDay(date, in: calendar, kind) else { return nil }
            self =
                kind == .refuel
                ? .init(
                    localized("Refuel: \(recipe.title)"),
                    localized("You have trained. Restore your energy in \(recipe.minutes) minutes."))
                : .init(recipe.title, localized("On the table in \(recipe.minutes) minutes."))
        case .miniApp: return nil
        }
    }

    /// How the plan works: a summary, then its parts.
    package static var plan: (lead: String, parts: [TodayWords]) {
        (
            lead: localized("A cycle has 28 days. Each day asks little of you; together they change a lot."),
            parts: [
                TodayWords(
                    localized("Every morning"),
                    localized("Decide when to train and what to eat. Today shows what you still have to decide.")),
                TodayWords(
                    localized("Live, or in your own time"),
                    localized("Coaches train with you three times a day. Join when you can, or train on your own.")),
                TodayWords(
                    localized("After 28 days"),
                    localized("Enter the same two numbers again, see how far you have come, and move up a level.")),
            ]
        )
    }
}
