import LagoonToday
import SwiftUI

/// Asks for the user's starting stats.
struct StatsCard: View {
    let model: TodayModel
    @State private var weight = ""
    @State private var pressUps = ""
    @State private var problem: String?

    var body: some View {
        if let words = model.words(of: .addStartingStats) {
            CardText(words, picture: "scalemass") { fields }
        }
    }

    @ViewBuilder private var fields: some View {
        TextField(localized("Weight in kilograms"), text: $weight)
            #if !os(macOS)
        .keyboardType(.numbersAndPunctuation)
            #endif
        TextField(localized("Press-ups in a row"), text: $pressUps)
            #if !os(macOS)
        .keyboardType(.numbersAndPunctuation)
            #endif
        if let problem { Text(verbatim: problem).foregroundStyle(.red) }
        Button(localized("Save my starting point")) {
            Task { problem = await model.saveStats(weight: weight, pressUps: pressUps) }
        }
        .buttonStyle(.borderedProminent)
    }
}
