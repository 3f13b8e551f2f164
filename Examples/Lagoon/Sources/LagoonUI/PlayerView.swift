import AtollNavigation
import LagoonScreens
import LagoonToday
import SwiftUI

/// A live workout over everything.
struct PlayerView: View {
    let id: FragmentID?
    let navigator: Navigator<LagoonScreen>

    var body: some View {
        VStack(spacing: 24) {
            if case .string(let id)? = id, let workout = Workout.find(id) {
                Text(verbatim: workout.title).font(.largeTitle)
                Text(verbatim: "with \(workout.coach), \(workout.minutes) minutes")
                if let exercise = workout.exercises.first { Text(verbatim: exercise).font(.title) }
            } else {
                Text("There is no such workout")
            }
            Button("Leave") { navigator.dismiss(.player, id: id) }.buttonStyle(.bordered)
        }
        .padding()
    }
}
