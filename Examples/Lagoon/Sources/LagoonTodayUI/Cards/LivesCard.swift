import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// The live workouts: the one in progress, those still to come today, or those of tomorrow.
struct LivesCard: View {
    let module: TodayModule
    let model: TodayModel
    let navigator: Navigator<TodayScreen>

    var body: some View {
        if let words = model.words(of: module), case .lives(let lives) = module {
            CardText(words, picture: lives == .now ? "figure.run" : lives == .today ? "clock" : "moon") {
                if lives == .now {
                    if let workout = model.schedule.onAir(model.date) {
                        link(workout) { Text(localized("Join \(workout.coach)")) }.buttonStyle(.borderedProminent)
                    }
                } else {
                    ForEach(model.schedule.listed(model.date, for: lives)) { workout in
                        link(workout) {
                            LabeledContent {
                                Text(verbatim: workout.time)
                            } label: {
                                Text(verbatim: workout.title)
                            }
                        }
                    }
                }
            }
        }
    }

    private func link<Title: View>(_ workout: Workout, @ViewBuilder title: () -> Title) -> some View {
        FragmentLink(.live(workout.id), in: navigator, label: title)
    }
}
