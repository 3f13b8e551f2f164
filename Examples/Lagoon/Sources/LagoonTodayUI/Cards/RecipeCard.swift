import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// The recipe of the day; after training, one that refuels.
struct RecipeCard: View {
    let module: TodayModule
    let model: TodayModel
    let navigator: Navigator<TodayScreen>

    var body: some View {
        if let words = model.words(of: module), case .inspiration(.recipe(let kind)) = module,
            let recipe = Recipe.ofTheDay(model.date, in: model.calendar, kind)
        {
            CardText(words, picture: "fork.knife") {
                FragmentLink(.recipe(recipe.id), in: navigator) { Text(localized("Cook it")) }
                Button(localized("Hide")) { Task { await model.putAway(module) } }
            }
        }
    }
}
