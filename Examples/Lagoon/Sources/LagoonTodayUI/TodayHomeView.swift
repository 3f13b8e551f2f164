import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// The home screen of the article, module by module.
struct TodayHomeView: View {
    let model: TodayModel
    let navigator: Navigator<TodayScreen>

    var body: some View {
        Group {
            if let home = model.home {
                HomeView(home) {
                    TodayHeader(model: model)
                } content: {
                    StatsCard(model: model).home(TodayModule.addStartingStats)
                    TaggedHomeView(TodayModule.lives(.now), .lives(.today), .lives(.upcoming)) { module in
                        LivesCard(module: module, model: model, navigator: navigator)
                    }
                    TaggedHomeView(TodayModule.plan(.introduction), .plan(.details)) { module in
                        PlanCard(module: module, model: model, navigator: navigator)
                    }
                    TaggedHomeView(TodayModule.planner(.empty), .planner(.noMeals), .planner(.fullyPlanned)) { module in
                        PlannerCard(module: module, model: model)
                    }
                    TaggedHomeView(
                        TodayModule.inspiration(.recipe(.general)), .inspiration(.recipe(.refuel))
                    ) { module in
                        RecipeCard(module: module, model: model, navigator: navigator)
                    }
                } footer: {
                    Text(localized("That is all for today. See you tomorrow.")).foregroundStyle(.secondary).padding(32)
                }
            } else if let problem = model.problem {
                ContentUnavailableView {
                    Label(localized("Today can't be shown"), systemImage: "exclamationmark.triangle")
                } description: {
                    Text(verbatim: problem)
                } actions: {
                    Button(localized("Try again")) { Task { await model.open() } }
                }
            } else {
                ProgressView()
            }
        }
        .navigationTitle(localized("Today"))
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button(localized("New"), systemImage: "square.and.pencil") {
                    navigator.present(tag: TodayTags.compose)
                }
            }
        }
        .task { await model.open() }
    }
}
