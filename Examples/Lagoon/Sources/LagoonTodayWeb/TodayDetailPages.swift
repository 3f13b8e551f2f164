import AtollPages
import LagoonToday

/// The pages behind Today's cards: a live workout, how the plan works, and a recipe.
struct TodayDetailPages: Sendable {
    let templates: Templates

    private struct Live: Sendable {
        let coach: String
        let time: String
        let minutes: Int
        let exercises: [String]
        let join: String?
        let done: String
        let back: String
    }

    func live(_ id: Workout.ID, _ context: PageContext<TodayScreen>) throws -> Page {
        guard let workout = Workout.find(id) else {
            throw PageError.notFound("There is no such workout.")
        }
        return Page(
            workout.title,
            templates.render(
                "live",
                Live(
                    coach: workout.coach, time: workout.time, minutes: workout.minutes, exercises: workout.exercises,
                    join: context.address(presentingTag: TodayTags.player, id: .init(id)),
                    done: TodayAction.trained.address, back: context.dismissal ?? context.current
                )
            )
        )
    }

    private struct Plan: Sendable {
        let lead: String
        let parts: [Part]
    }

    private struct Part: Sendable {
        let title: String
        let text: String
    }

    func plan() -> Page {
        Page(
            "How your plan works",
            templates.render(
                "plan",
                Plan(
                    lead: TodayWords.plan.lead,
                    parts: TodayWords.plan.parts.map { Part(title: $0.title, text: $0.text ?? "") })))
    }

    private struct RecipeValues: Sendable {
        let lead: String
        let ingredients: [String]
        let method: String
        let product: String?
    }

    func recipe(_ id: Recipe.ID, _ context: PageContext<TodayScreen>) throws -> Page {
        guard let recipe = Recipe.find(id) else {
            throw PageError.notFound("There is no such recipe.")
        }
        return Page(
            recipe.title,
            templates.render(
                "recipe",
                RecipeValues(
                    lead: "\(recipe.minutes) minutes", ingredients: recipe.ingredients, method: recipe.method,
                    product: context.address(
                        presentingTag: TodayTags.product, id: .init(recipe.servedIn)))))
    }
}
