import LagoonToday
import SwiftUI

/// The plan of the day, as far as it is made.
struct PlannerCard: View {
    let module: TodayModule
    let model: TodayModel

    var body: some View {
        switch module {
        case .planner(.empty):
            CardText(
                "Plan your day", "When will you train today? Those who decide in the morning do it.",
                picture: "calendar"
            ) {
                button("Plan my workout") { $0.workoutsPlanned = [$1] }
            }
        case .planner(.noMeals):
            CardText(
                "Your workout is planned", "What will you eat? Three meals, and the list for the shop is made.",
                picture: "calendar"
            ) {
                button("Plan my meals") { $0.mealsPlanned = [$1] }
                clear("Start again")
            }
        default:
            CardText(
                "Your day is planned", "A workout and three meals. All you have to do is follow.", picture: "calendar"
            ) {
                clear("Change my plan")
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
