import Foundation

/// What a card of Today says, on a page and in a view alike.
package struct TodayWords: Hashable, Sendable {
    package let title: String
    package let text: String?

    private init(_ title: String, _ text: String? = nil) {
        self.title = title
        self.text = text
    }

    /// - Returns: nil for a card that has nothing to say, or whose words are not Today's.
    package init?(for module: TodayModule, cycle: Int, date: Date, calendar: Calendar) {
        switch module {
        case .addStartingStats:
            self.init(
                "Where do you start from?",
                "Two numbers, and your plan fits you. You can see how far you have come after 28 days.")
        case .lives(.now):
            guard let workout = LiveSchedule(workouts: Workout.all, calendar: calendar).onAir(date) else { return nil }
            self.init(
                "Live now: \(workout.title)", "\(workout.coach) has begun at \(workout.time). You can still come in.")
        case .lives(.today): self.init("Live today")
        case .lives(.upcoming): self.init("Live tomorrow", "Today's are over. Sleep well.")
        case .plan(.introduction):
            self.init(
                "Welcome to your plan",
                "28 days that fit you: what you train, what you eat, and when you rest. It takes two minutes to read.")
        case .plan(.details):
            self.init("Your plan, cycle \(cycle)", "28 days, one workout and three meals a day.")
        case .planner(.empty):
            self.init("Plan your day", "When will you train today? Those who decide in the morning do it.")
        case .planner(.noMeals):
            self.init(
                "Your workout is planned", "What will you eat? Three meals, and the list for the shop is made.")
        case .planner(.fullyPlanned):
            self.init("Your day is planned", "A workout and three meals. All you have to do is follow.")
        case .inspiration(.recipe(let kind)):
            guard let recipe = Recipe.ofTheDay(date, in: calendar, kind) else { return nil }
            self =
                kind == .refuel
                ? .init(
                    "Refuel: \(recipe.title)",
                    "You have trained. This gives you back what it took, in \(recipe.minutes) minutes.")
                : .init(recipe.title, "On the table in \(recipe.minutes) minutes.")
        case .miniApp: return nil
        }
    }

    /// How the plan works, as a whole and part by part.
    package static let plan = (
        lead: "A cycle has 28 days. Each one asks for little, and all of them together change a lot.",
        parts: [
            TodayWords(
                "Every morning", "Decide when you train and what you eat. Today shows what is still to be decided."),
            TodayWords(
                "Live, or when you like",
                "Coaches train with you three times a day. Come in when you can, or do it by yourself."),
            TodayWords(
                "After 28 days", "Enter the same two numbers again, see how far you have come, and go up a level."),
        ]
    )
}
