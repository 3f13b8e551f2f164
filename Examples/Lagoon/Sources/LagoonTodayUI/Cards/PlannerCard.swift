import LagoonToday
import SwiftUI

/// The plan of the day, which may be incomplete.
struct PlannerCard: View {
    let module: TodayModule
    let model: TodayModel

    var body: some View {
        if let words = model.words(of: module) {
            CardText(words, picture: "calendar") {
                switch module {
                case .planner(.empty):
                    ForEach(Workout.all) { workout in
                        button("\(workout.time) \(workout.title)") { $0.plan(workout.id, on: $1) }
                    }
                    button(localized("On my own")) { $0.plan(nil, on: $1) }
                case .planner(.noMeals):
                    ForEach(Recipe.meals) { Text(verbatim: $0.title) }
                    button(localized("Plan these meals")) { $0.mealsPlanned = [$1] }
                    clear(localized("Start again"))
                default: clear(localized("Change my plan"))
                }
            }
        }
    }

    private func button(
        _ title: String, _ change: @escaping @Sendable (inout TodayState, String) -> Void
    ) -> some View {
        Button {
            Task { await model.change(change) }
        } label: {
            Text(verbatim: title)
        }
        .buttonStyle(.borderedProminent)
    }

    private func clear(_ title: String) -> some View {
        Button {
            Task {
                await model.change { state, _ in state.clearPlan() }
            }
        } label: {
            Text(verbatim: title)
        }
    }
}
