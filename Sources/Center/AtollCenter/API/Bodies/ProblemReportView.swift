import AtollPackages

/// A problem that a user has reported, for those who answer for the mini app. Nothing tells who the user is.
struct ProblemReportView: Codable, Sendable, Documented {
    let id: String
    let superApp: String
    let code: Int
    let platform: String
    let kind: String
    let text: String
    /// The day on which it was reported, in UTC: the time of day could tell who it was.
    let reported: String
    let state: String
    let answer: String?
    /// The account, or the id of a key, that decided on it.
    let decider: String?
    /// Nil for somebody whom the reader does not know.
    let deciderName: String?
    let decided: Int?
    /// Whether the reader may answer it, dismiss it, or open it again.
    let mayDecide: Bool

    init(_ report: StoredProblemReport, decider name: String?, mayDecide: Bool) {
        (id, superApp, code, platform) = (report.id, report.superApp, report.code, report.platform)
        (kind, text, state) = (report.kind.rawValue, report.text, report.state.rawValue)
        reported = UsageDay.text(report.created / 86_400)
        self.mayDecide = mayDecide
        answer = report.answer.isEmpty ? nil : report.answer
        decider = report.decider.isEmpty ? nil : report.decider
        deciderName = name
        decided = report.decided
    }

    static let schemaName = "UserReport"
    static let schema = JSONSchema.object(
        [
            "id": .text(1...40), "superApp": .text(), "code": .integer(1...(1 << 53)), "platform": .text(),
            "kind": .one(of: ProblemReport.Kind.allCases.map(\.rawValue)), "text": .text(), "reported": .day,
            "state": .one(of: ProblemReport.State.allCases.map(\.rawValue)), "answer": .text(), "decider": .text(),
            "deciderName": .text(), "decided": .time, "mayDecide": .bool,
        ], optional: ["answer", "decider", "deciderName", "decided"])
}
