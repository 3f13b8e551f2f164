import AtollHome
import AtollUI
import SwiftUI

// The examples of homes in the documentation, copied exactly: a test compares them.

struct HomeExamples: View {
    let model: HomeModel<TodayFlags>
    let title = "Lunch"
    @Environment(\.colorScheme) private var colorScheme

    @Environment(\.homeModuleStyle) private var style

    @Environment(\.isHomeHero) private var isHero

    var body: some View {
        HomeView(model) {
            Text("Good morning")
        } content: {
            PlanCard().home(TodayModule.plan(.details), .plan(.introduction))
            LivesCard().home(TodayModule.lives(.now))
        }
    }

    @ViewBuilder var containers: some View {
        ChampionContainer {
            Image(systemName: "fork.knife").resizable().scaledToFit()
        } content: {
            Text("Lunch is at noon")
        }

        GuardianContainer {
            Image(systemName: "figure.run").resizable().scaledToFit()
        } content: {
            Text("Join the workout")
        }

        HeroContainer {
            Image(systemName: "map").resizable().scaledToFit()
        } content: {
            Text("Good morning")
        }
    }

    @HomeViewBuilder var tagged: some HomeViews {
        HomeContainer {
            Image(systemName: "calendar").resizable().scaledToFit()
        } content: {
            Text("Your plan for today")
        }
        .home(TodayModule.plan(.details))

        Text("Lunch is at noon").home(TodayModule.plan(.details))

        TaggedHomeView(TodayModule.plan(.introduction), .plan(.details)) { module in
            PlanCard(module: module)
        }
    }

    @ViewBuilder var drawing: some View {
        SCurve().fill(.tint).frame(height: 60)

        Waves(count: 4).fill(.tint).frame(height: 40)

        if let style {
            Text(title).foregroundStyle(Color(style.foreground, in: colorScheme))
        }
    }
}
