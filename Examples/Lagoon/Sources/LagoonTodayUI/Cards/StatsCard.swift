import SwiftUI

/// Asks where the user starts from.
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
