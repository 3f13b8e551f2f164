import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// A live workout.
struct LiveScreen: View {
    let id: FragmentID?
    let model: TodayModel
    let navigator: Navigator<TodayScreen>

    var body: some View {
        if case .string(let id)? = id, let workout = Workout.find(id) {
            List {
                LabeledContent("Coach", value: workout.coach)
                LabeledContent("Begins", value: workout.time)
                Section("Exercises") {
                    ForEach(workout.exercises, id: \.self) { Text(verbatim: $0) }
                }
                Button("Join") {
                    navigator.present(tag: .init(rawValue: TodayFeature.playerTag), id: .string(workout.id))
                }
                Button("I have trained today") {
                    Task { await model.change { $0.trained = [$1] } }
                    navigator.dismiss(.live, id: .string(workout.id))
                }
            }
            .navigationTitle(workout.title)
        } else {
            ContentUnavailableView { Label("There is no such workout", systemImage: "questionmark") }
        }
    }
}

/// How the plan works.
struct PlanScreen: View {
    var body: some View {
        List {
            Text("A cycle has 28 days. Each one asks for little, and all of them together change a lot.")
            Section("Every morning") {
                Text("Decide when you train and what you eat. Today shows what is still to be decided.")
            }
            Section("Live, or when you like") {
                Text("Coaches train with you three times a day. Come in when you can, or do it by yourself.")
            }
            Section("After 28 days") {
                Text("Enter the same two numbers again, see how far you have come, and go up a level.")
            }
        }
        .navigationTitle("How your plan works")
    }
}

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
