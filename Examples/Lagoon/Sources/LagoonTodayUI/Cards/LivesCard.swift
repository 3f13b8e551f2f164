import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// The live workouts: the one that goes on, those of today, or those of tomorrow.
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
