import LagoonToday
import SwiftUI

/// Asks for the user's starting stats.
struct StatsCard: View {
    let model: TodayModel
    @State private var weight = ""
    @State private var pressUps = ""
    @State private var problem: String?
    @FocusState private var focus: Field?

    private enum Field: Hashable { case weight, pressUps }

    var body: some View {
        if let words = model.words(of: .addStartingStats) {
            CardText(words, picture: "scalemass") { fields }
        }
    }

    // A decimal pad has no return key.
    @ViewBuilder private var fields: some View {
        TextField(localized("Weight in kilograms"), text: $weight)
            #if !os(macOS)
        .keyboardType(.numbersAndPunctuation)
            #endif
            .submitLabel(.next)
            .focused($focus, equals: .weight)
            .onSubmit { focus = .pressUps }
        TextField(localized("Press-ups in a row"), text: $pressUps)
            #if !os(macOS)
        .keyboardType(.numbersAndPunctuation)
            #endif
            .submitLabel(.done)
            .focused($focus, equals: .pressUps)
            .onSubmit { save() }
        if let problem { Text(verbatim: problem).foregroundStyle(.red) }
        Button(localized("Save my starting point"), action: save)
            .buttonStyle(.borderedProminent)
    }

    private func save() {
        Task { problem = await model.saveStats(weight: weight, pressUps: pressUps) }
    }
}
