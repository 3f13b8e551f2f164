import AtollCenterAPI
import AtollPackages

extension ProblemDecisionBody: Documented {
    static let schemaName = "ProblemDecision"
    static let schema = JSONSchema.object(
        [
            "state": .one(of: ProblemReport.State.allCases.map(\.rawValue)),
            "answer": .text(0...ProblemReport.maximumText),
        ], optional: ["answer"])
}
