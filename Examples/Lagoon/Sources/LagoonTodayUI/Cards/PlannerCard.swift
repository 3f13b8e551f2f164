import LagoonToday
import SwiftUI

/// The plan of the day, as far as it is complete.
struct PlannerCard: View {
    let module: TodayModule
    let model: TodayModel

    var body: some View {
        if let words = model.words(of: module) {
            CardText(words, picture: "calendar") {
                switch module {
                case .planner(.empty): button("Plan my workout") { $0.workoutsPlanned = [$1] }
                case .planner(.noMeals):
                    button("Plan my meals") { $0.mealsPlanned = [$1] }
                    clear("Start again")
                default: clear("Change my plan")
                }
            }
        }
    }

    private func button(
        _ title: LocalizedStringKey, _ change: @escaping @Sendable (inout TodayState, String) -> Void
    ) -> some View {
        Button(title) { Task { await model.change(change) } }.buttonStyle(.borderedProminent)
    }

    private func clear(_ title: LocalizedStringKey) -> some View {
        Button(title) {
            Task {
                await model.change { state, _ in
                    state.workoutsPlanned = []
                    state.mealsPlanned = []
                }
            }
        }
    }
}
