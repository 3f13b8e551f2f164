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
                Text(verbatim: "with \(workout.coach), \(workout.minutes) minutes")
                if let exercise = workout.exercises.first { Text(verbatim: exercise).font(.title) }
            } else {
                Text("There is no such workout")
            }
            Button("Leave", action: leave).buttonStyle(.bordered)
        }
        .padding()
    }
}
