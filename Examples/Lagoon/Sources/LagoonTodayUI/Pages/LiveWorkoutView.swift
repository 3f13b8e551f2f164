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
                LabeledContent(localized("Coach"), value: workout.coach)
                LabeledContent(localized("Starts"), value: workout.time)
                Section(localized("Exercises")) {
                    ForEach(workout.exercises, id: \.self) { Text(verbatim: $0) }
                }
                Button(localized("Join")) {
                    navigator.present(tag: TodayTags.player, id: .init(workout.id))
                }
                Button(localized("I have trained today")) {
                    Task { await model.change { $0.trained = [$1] } }
                    navigator.dismiss(.live(id))
                }
            }
            .navigationTitle(workout.title)
        } else {
            ContentUnavailableView { Label(localized("This workout doesn't exist"), systemImage: "questionmark") }
        }
    }
}
