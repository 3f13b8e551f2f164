import LagoonToday
import SwiftUI

/// The player of a live workout, in full screen.
struct PlayerView: View {
    let id: Workout.ID
    let leave: @MainActor () -> Void

    var body: some View {
        VStack(spacing: 24) {
            if let workout = Workout.find(id) {
                Text(verbatim: workout.title).font(.largeTitle)
                Text(localized("\(workout.minutes) minutes with \(workout.coach)"))
                if let exercise = workout.exercises.first { Text(verbatim: exercise).font(.title) }
            } else {
                Text(localized("This workout doesn't exist"))
            }
            Button(localized("Leave"), action: leave).buttonStyle(.bordered)
        }
        .padding()
    }
}
