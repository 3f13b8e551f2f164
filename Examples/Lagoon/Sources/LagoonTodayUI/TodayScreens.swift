import AtollHome
import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// Today, and what its cards lead to.
public struct TodayScreens: View {
    private let model: TodayModel
    private let navigator: Navigator<TodayScreen>

    public init(_ model: TodayModel, in navigator: Navigator<TodayScreen>) {
        self.model = model
        self.navigator = navigator
    }

    public var body: some View {
        FragmentStack(.today, in: navigator) { place in
            switch place.fragment {
            case .today: TodayHomeScreen(model: model, navigator: navigator)
            case .live: LiveScreen(id: place.id, model: model, navigator: navigator)
            case .plan: PlanScreen()
            case .recipe: RecipeScreen(id: place.id)
            }
        }
    }
}

/// The home of the article, module for module.
struct TodayHomeScreen: View {
    let model: TodayModel
    let navigator: Navigator<TodayScreen>

    var body: some View {
        Group {
            if let home = model.home {
                HomeView(home) {
                    TodayHeader(model: model)
                } content: {
                    StatsCard(model: model).home(TodayModule.addStartingStats)
                    AtollUI.home(TodayModule.lives(.now), .lives(.today), .lives(.upcoming)) { module in
                        LivesCard(module: module, model: model, navigator: navigator)
                    }
                    AtollUI.home(TodayModule.plan(.introduction), .plan(.details)) { module in
                        PlanCard(module: module, model: model, navigator: navigator)
                    }
                    AtollUI.home(TodayModule.planner(.empty), .planner(.noMeals), .planner(.fullyPlanned)) { module in
                        PlannerCard(module: module, model: model)
                    }
                    AtollUI.home(
                        TodayModule.inspiration(.recipe(.general)), .inspiration(.recipe(.refuel))
                    ) { module in
                        RecipeCard(module: module, model: model, navigator: navigator)
                    }
                } footer: {
                    Text("That is all for today. See you tomorrow.").foregroundStyle(.secondary).padding(32)
                }
            } else if let problem = model.problem {
                ContentUnavailableView {
                    Label("Today can't be shown", systemImage: "exclamationmark.triangle")
                } description: {
                    Text(verbatim: problem)
                } actions: {
                    Button("Try again") { Task { await model.open() } }
                }
            } else {
                ProgressView()
            }
        }
        .navigationTitle("Today")
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button("Write something", systemImage: "square.and.pencil") {
                    navigator.present(tag: .init(rawValue: TodayFeature.composeTag))
                }
            }
        }
        .task { await model.open() }
    }
}

/// The date, and who it is.
struct TodayHeader: View {
    let model: TodayModel
    @Environment(\.homeModuleStyle) private var style
    @Environment(\.colorScheme) private var colorScheme

    var body: some View {
        VStack(alignment: .leading) {
            Text(verbatim: model.dateText).font(.subheadline)
            Text(verbatim: model.userName).font(.largeTitle)
        }
        .padding(20)
        .frame(maxWidth: .infinity, alignment: .leading)
        .foregroundStyle(style.map { Color($0.foreground, in: colorScheme) } ?? .primary)
        .background(style.map { Color($0.background, in: colorScheme) } ?? .clear)
    }
}
