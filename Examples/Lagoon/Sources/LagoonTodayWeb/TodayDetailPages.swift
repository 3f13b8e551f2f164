import AtollHome
import AtollPages
import LagoonToday

/// The pages behind Today's cards: a live workout, how the plan works, and a recipe.
struct TodayDetailPages: Sendable {
    let homes: TodayHomes
    let templates: Templates

    private struct Live: Encodable, Sendable {
        let lead: String
        let time: String
        let exercises: [String]
        /// When users can join; nil if they can join now.
        let opens: String?
        let join: String?
        let done: String
        let back: String
    }

    func live(_ id: Workout.ID, _ context: PageContext<TodayScreen>) async throws -> Page {
        guard let workout = Workout.find(id) else {
            throw PageError.notFound(localized("This workout doesn't exist."))
        }
        // Without a user, the clock is that of the server.
        let clock = if let user = context.user { try await homes.home(of: TodayUser(user)).clock } else { HomeClock() }
        let schedule = LiveSchedule(workouts: [workout], calendar: clock.calendar)
        let isOpen = schedule.isOpen(clock.now())
        return Page(
            workout.title,
            templates.render(
                "live",
                Live(
                    lead: localized("\(workout.minutes) minutes with \(workout.coach)"), time: workout.time,
                    exercises: workout.exercises,
                    opens: isOpen ? nil : localized("You can join from ten minutes before it starts until it ends."),
                    join: isOpen ? context.address(presentingTag: TodayTags.player, id: .init(id)) : nil,
                    done: TodayAction.trained.address, back: context.dismissal ?? context.current
                )
            )
        )
    }

    private struct Plan: Encodable, Sendable {
        let lead: String
        let parts: [Part]
    }

    private struct Part: Encodable, Sendable {
        let title: String
        let text: String
    }

    func plan() -> Page {
        Page(
            localized("How your plan works"),
            templates.render(
                "plan",
                Plan(
                    lead: TodayWords.plan.lead,
                    parts: TodayWords.plan.parts.map { Part(title: $0.title, text: $0.text ?? "") })))
    }

    private struct RecipeValues: Encodable, Sendable {
        let lead: String
        let ingredients: [String]
        let method: String
        let product: String?
    }

    func recipe(_ id: Recipe.ID, _ context: PageContext<TodayScreen>) throws -> Page {
        guard let recipe = Recipe.find(id) else {
            throw PageError.notFound(localized("This recipe doesn't exist."))
        }
        return Page(
            recipe.title,
            templates.render(
                "recipe",
                RecipeValues(
                    lead: localized("\(recipe.minutes) minutes"), ingredients: recipe.ingredients,
                    method: recipe.method,
                    product: context.address(
                        presentingTag: TodayTags.product, id: .init(recipe.servedIn)))))
    }
}
