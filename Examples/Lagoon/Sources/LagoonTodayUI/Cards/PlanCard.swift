import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// The plan: how it works, for who is new, and where one stands.
struct PlanCard: View {
    let module: TodayModule
    let model: TodayModel
    let navigator: Navigator<TodayScreen>

    var body: some View {
        if module == .plan(.introduction) {
            CardText(
                "Welcome to your plan",
                "28 days that fit you: what you train, what you eat, and when you rest. It takes two minutes to read.",
                picture: "map"
            ) {
                Button("Show me how it works") {
                    navigator.present(.plan)
                    Task { await model.openedIntroduction() }
                }
                .buttonStyle(.borderedProminent)
            }
        } else {
            CardText(
                "Your plan, cycle \(model.state.cycle)", "28 days, one workout and three meals a day.", picture: "map"
            ) {
                FragmentLink(.plan, in: navigator) { Text("See how it works") }
            }
        }
    }
}
