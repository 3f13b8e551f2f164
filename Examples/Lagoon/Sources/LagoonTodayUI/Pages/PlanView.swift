import LagoonToday
import SwiftUI

/// Explains how the plan works.
struct PlanView: View {
    var body: some View {
        List {
            Text(verbatim: TodayWords.plan.lead)
            ForEach(TodayWords.plan.parts, id: \.title) { part in
                Section {
                    Text(verbatim: part.text ?? "")
                } header: {
                    Text(verbatim: part.title)
                }
            }
        }
        .navigationTitle(localized("How your plan works"))
    }
}
