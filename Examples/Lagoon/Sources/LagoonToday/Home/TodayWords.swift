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
                "Where are you starting from?",
                "Two numbers tailor your plan to you. After 28 days you can see how far you have come.")
        case .lives(.now):
            guard let workout = LiveSchedule(workouts: Workout.all, calendar: calendar).onAir(date) else { return nil }
            self.init(
                "Live now: \(workout.title)", "\(workout.coach) started at \(workout.time). You can still join.")
        case .lives(.today): self.init("Live today")
        case .lives(.upcoming): self.init("Live tomorrow", "Today's workouts are over. Sleep well.")
        case .plan(.introduction):
            self.init(
                "Welcome to your plan",
                "28 days tailored to you: what you train, what you eat, when you rest. It takes two minutes to read.")
        case .plan(.details):
            self.init("Your plan, cycle \(cycle)", "28 days, with one workout and three meals a day.")
        case .planner(.empty):
            self.init("Plan your day", "When will you train today? If you decide in the morning, you will do it.")
        case .planner(.noMeals):
            self.init(
                "Your workout is planned", "What will you eat? Choose three meals, and your shopping list is done.")
        case .planner(.fullyPlanned):
            self.init("Your day is planned", "One workout and three meals. All you have to do is follow the plan.")
        case .inspiration(.recipe(let kind)):
            guard let recipe = Recipe.ofTheDay(date, in: calendar, kind) else { return nil }
            self =
                kind == .refuel
                ? .init(
                    "Refuel: \(recipe.title)",
                    "You have trained. Restore your energy in \(recipe.minutes) minutes.")
                : .init(recipe.title, "On the table in \(recipe.minutes) minutes.")
        case .miniApp: return nil
        }
    }

    /// How the plan works: a summary, then its parts.
    package static let plan = (
        lead: "A cycle has 28 days. Each day asks little of you; together they change a lot.",
        parts: [
            TodayWords(
                "Every morning", "Decide when to train and what to eat. Today shows what you still have to decide."),
            TodayWords(
                "Live, or in your own time",
                "Coaches train with you three times a day. Join when you can, or train on your own."),
            TodayWords(
                "After 28 days", "Enter the same two numbers again, see how far you have come, and move up a level."),
        ]
    )
}
