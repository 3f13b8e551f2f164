import AtollNavigation
import LagoonToday
import SwiftUI

/// The details of a live workout.
struct LiveWorkoutView: View {
    let id: Workout.ID
    let model: TodayModel
    let navigator: Navigator<TodayScreen>

    var body: some View {
        if let workout = Workout.find(id) {
            List {
                LabeledContent("Coach", value: workout.coach)
                LabeledContent("Starts", value: workout.time)
                Section("Exercises") {
                    ForEach(workout.exercises, id: \.self) { Text(verbatim: $0) }
                }
                Button("Join") {
                    navigator.present(tag: TodayTags.player, id: .init(workout.id))
                }
                Button("I have trained today") {
                    Task { await model.change { $0.trained = [$1] } }
                    navigator.dismiss(.live(id))
                }
            }
            .navigationTitle(workout.title)
        } else {
            ContentUnavailableView { Label("There is no such workout", systemImage: "questionmark") }
        }
    }
}
