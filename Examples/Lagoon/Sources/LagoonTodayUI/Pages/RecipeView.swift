import AtollNavigation
import LagoonToday
import SwiftUI

/// A recipe.
struct RecipeView: View {
    let id: Recipe.ID
    let navigator: Navigator<TodayScreen>

    var body: some View {
        if let recipe = Recipe.find(id) {
            List {
                Section(localized("Ingredients")) { ForEach(recipe.ingredients, id: \.self) { Text(verbatim: $0) } }
                Section(localized("Method")) { Text(verbatim: recipe.method) }
                if navigator.canPresent(tag: product, id: .init(recipe.servedIn)) {
                    Button(localized("What to serve it in")) {
                        navigator.present(tag: product, id: .init(recipe.servedIn))
                    }
                }
            }
            .navigationTitle(recipe.title)
        } else {
            ContentUnavailableView { Label(localized("This recipe doesn't exist"), systemImage: "questionmark") }
        }
    }

    private var product: SegueTag { TodayTags.product }
}
