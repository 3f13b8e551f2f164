import AtollNavigation
import LagoonToday
import SwiftUI

/// Something to cook.
struct RecipeScreen: View {
    let id: FragmentID?

    var body: some View {
        if case .string(let id)? = id, let recipe = Recipe.find(id) {
            List {
                Section("Ingredients") { ForEach(recipe.ingredients, id: \.self) { Text(verbatim: $0) } }
                Section("Method") { Text(verbatim: recipe.method) }
            }
            .navigationTitle(recipe.title)
        } else {
            ContentUnavailableView { Label("There is no such recipe", systemImage: "questionmark") }
        }
    }
}
