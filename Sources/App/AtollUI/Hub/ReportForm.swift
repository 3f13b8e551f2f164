import AtollHub
import AtollPackages
import SwiftUI

/// The rows in which a user describes a problem.
struct ReportForm: View {
    let model: FeedbackModel
    let done: @MainActor () -> Void

    var body: some View {
        ForEach(ProblemReport.Kind.allCases, id: \.self) { kind in
            Button(kind.words, systemImage: kind == model.kind ? "checkmark.circle.fill" : "circle") {
                model.kind = kind
            }
            .accessibilityAddTraits(kind == model.kind ? .isSelected : [])
        }
        TextField(
            localized("What happened?"),
            text: Binding { @MainActor in
                model.text
            } set: { @MainActor in
                model.text = $0
            }, axis: .vertical)
        Text(
            localized(
                "The people who make and run this mini app read it. They do not learn who you are, so their answer appears here."
            )
        )
        .font(.footnote).foregroundStyle(.secondary)
        Button(localized("Send the report")) {
            Task { if await model.send() { done() } }
        }
        .disabled(!model.canSend)
        Button(localized("Cancel"), role: .cancel, action: done)
    }
}
