import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// The plan: how it works, for new users, or the current cycle.
struct PlanCard: View {
    let module: TodayModule
    let model: TodayModel
    let navigator: Navigator<TodayScreen>

    var body: some View {
        if let words = model.words(of: module) {
            CardText(words, picture: "map") {
                if module == .plan(.introduction) {
                    Button(localized("Show me how it works")) {
                        navigator.present(.plan)
                        Task { await model.openedIntroduction() }
                    }
                    .buttonStyle(.borderedProminent)
                } else {
                    FragmentLink(.plan, in: navigator) { Text(localized("See how it works")) }
                }
            }
        }
    }
}
