import AtollHome
import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// A title, a sentence, and what can be done.
struct CardText<Actions: View>: View {
    private let title: String
    private let text: String?
    private let picture: String
    private let actions: Actions

    init(_ title: String, _ text: String? = nil, picture: String, @ViewBuilder actions: () -> Actions) {
        self.title = title
        self.text = text
        self.picture = picture
        self.actions = actions()
    }

    var body: some View {
        HomeContainer {
            Image(systemName: picture).resizable().scaledToFit()
        } content: {
            VStack(alignment: .leading, spacing: 12) {
                Text(verbatim: title).font(.title3).accessibilityAddTraits(.isHeader)
                if let text { Text(verbatim: text).font(.body) }
                actions
            }
        }
    }
}

struct LivesCard: View {
    let module: TodayModule
    let model: TodayModel
    let navigator: Navigator<TodayScreen>

    var body: some View {
        switch module {
        case .lives(.now):
            if let workout = model.schedule.now(model.date) ?? Workout.all.last {
                CardText(
                    "Live now: \(workout.title)",
                    "\(workout.coach) has begun at \(workout.time). You can still come in.", picture: "figure.run"
                ) {
                    FragmentLink(.live, id: .string(workout.id), in: navigator) {
                        Text(verbatim: "Join \(workout.coach)")
                    }
                    .buttonStyle(.borderedProminent)
                }
            }
        case .lives(.today):
            let later = model.schedule.later(model.date)
            CardText("Live today", picture: "clock") { rows(later.isEmpty ? Workout.all : later) }
        default:
            CardText("Live tomorrow", "Today's are over. Sleep well.", picture: "moon") { rows(Workout.all) }
        }
    }

    private func rows(_ workouts: [Workout]) -> some View {
        ForEach(workouts) { workout in
            FragmentLink(.live, id: .string(workout.id), in: navigator) {
                LabeledContent {
                    Text(verbatim: workout.time)
                } label: {
                    Text(verbatim: workout.title)
                }
            }
        }
    }
}

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

struct RecipeCard: View {
    let module: TodayModule
    let model: TodayModel
    let navigator: Navigator<TodayScreen>

    var body: some View {
        let refuels = module == .inspiration(.recipe(.refuel))
        let recipes = Recipe.all.filter { $0.refuels == refuels }
        let day = model.calendar.ordinality(of: .day, in: .era, for: model.date) ?? 0
        if !recipes.isEmpty {
            let recipe = recipes[day % recipes.count]
            CardText(
                refuels ? "Refuel: \(recipe.title)" : recipe.title,
                refuels
                    ? "You have trained. This gives you back what it took, in \(recipe.minutes) minutes."
                    : "On the table in \(recipe.minutes) minutes.",
                picture: "fork.knife"
            ) {
                FragmentLink(.recipe, id: .string(recipe.id), in: navigator) { Text("Cook it") }
                Button("Put away") { Task { await model.putAway(module) } }
            }
        }
    }
}

struct StatsCard: View {
    let model: TodayModel
    @State private var weight = ""
    @State private var pressUps = ""
    @State private var problem: String?

    var body: some View {
        CardText(
            "Where do you start from?", "Two numbers, so that you see later how far you have come.",
            picture: "scalemass"
        ) {
            TextField("Weight in kilograms", text: $weight)
            TextField("Press-ups in a row", text: $pressUps)
            if let problem { Text(verbatim: problem).foregroundStyle(.red) }
            Button("Save my start") {
                Task { problem = await model.saveStats(weight: weight, pressUps: pressUps) }
            }
            .buttonStyle(.borderedProminent)
        }
    }
}
