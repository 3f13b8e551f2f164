import AtollCenterAPI
import AtollCenterDomain
import AtollPackages

extension ProblemReportView: Documented {
    package init(_ report: StoredProblemReport, decider name: String?, mayDecide: Bool) {
        self.init(
            id: report.id,
            superApp: report.superApp,
            code: report.code,
            platform: report.platform,
            kind: report.kind.rawValue,
            text: report.text,
            reported: UsageDay.text(report.created / 86_400),
            state: report.state.rawValue,
            answer: report.answer.isEmpty ? nil : report.answer,
            decider: report.decider.isEmpty ? nil : report.decider,
            deciderName: name,
            decided: report.decided,
            mayDecide: mayDecide)
    }

    package static let schemaName = "UserReport"
    package static let schema = JSONSchema.object(
        [
            "id": .text(1...40), "superApp": .text(), "code": .integer(1...(1 << 53)), "platform": .text(),
            "kind": .one(of: ProblemReport.Kind.allCases.map(\.rawValue)), "text": .text(), "reported": .day,
            "state": .one(of: ProblemReport.State.allCases.map(\.rawValue)), "answer": .text(), "decider": .text(),
            "deciderName": .text(), "decided": .time, "mayDecide": .bool,
        ], optional: ["answer", "decider", "deciderName", "decided"])
}
