import AtollPackages
import AtollTexts
import SwiftUI

/// A problem that the user has reported, and the answer to it.
struct ReportRow: View {
    let report: ProblemReport

    var body: some View {
        VStack(alignment: .leading) {
            Text(verbatim: "\(report.kind.words) · \(TextDate.text(report.reported, "yMMMMd"))")
                .font(.footnote).foregroundStyle(.secondary)
            Text(verbatim: report.text)
            Text(verbatim: report.answer ?? report.state.words)
                .font(.callout).foregroundStyle(.secondary)
        }
    }
}
