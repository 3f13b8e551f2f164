import Foundation

/// A report as clients receive it: with people's names, and without the ids under which the mini app knows them.
struct ReportAnswer: Encodable {
    struct Decided: Encodable {
        let byName: String
        let date: Date
        let note: String
    }

    let id: String
    let ownerName: String
    let date: Date
    let state: ReportState
    let text: ReportText
    let decision: Decided?

    init(_ report: Report) {
        (id, ownerName, date, state, text) = (report.id, report.ownerName, report.date, report.state, report.text)
        decision = report.decision.map { Decided(byName: $0.byName, date: $0.date, note: $0.note) }
    }
}
