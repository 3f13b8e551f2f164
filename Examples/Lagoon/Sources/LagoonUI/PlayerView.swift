import LagoonToday
import SwiftUI

/// A live workout over everything.
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
