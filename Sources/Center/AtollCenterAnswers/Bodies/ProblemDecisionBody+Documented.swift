import AtollCenterAPI
import AtollPackages

extension ProblemDecisionBody: Documented {
    package static let schemaName = "ProblemDecision"
    package static let schema = JSONSchema.object(
        [
            "state": .one(of: ProblemReport.State.allCases.map(\.rawValue)),
            "answer": .text(0...ProblemReport.maximumText),
        ], optional: ["answer"])
}
