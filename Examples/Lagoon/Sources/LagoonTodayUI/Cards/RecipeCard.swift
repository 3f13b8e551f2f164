import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// Something to cook; after training, something that gives back what it took.
struct RecipeCard: View {
    let module: TodayModule
    let model: TodayModel
    let navigator: Navigator<TodayScreen>

    var body: some View {
        let refuels = module == .inspiration(.recipe(.refuel))
        let recipes = Recipe.all.filter { $0.refuels == refuels }
        let day = model.calendar.ordinality(of: .day, in: .era, for: model.date) ?? 0
        if !recipes.isEmpty {
            let recipe = recipes[day % recipes.count]
            CardText(
                refuels ? "Refuel: \(recipe.title)" : recipe.title,
                refuels
                    ? "You have trained. This gives you back what it took, in \(recipe.minutes) minutes."
                    : "On the table in \(recipe.minutes) minutes.",
                picture: "fork.knife"
            ) {
                FragmentLink(.recipe, id: .string(recipe.id), in: navigator) { Text("Cook it") }
                Button("Put away") { Task { await model.putAway(module) } }
            }
        }
    }
}
