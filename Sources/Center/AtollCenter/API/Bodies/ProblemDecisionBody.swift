import AtollPackages

/// What is decided on a report of a user.
struct ProblemDecisionBody: Codable, Sendable, Documented {
    let state: ProblemReport.State
    /// What the user reads; needed with the state `answered`.
    let answer: String?

    static let schemaName = "ProblemDecision"
    static let schema = JSONSchema.object(
        [
            "state": .one(of: ProblemReport.State.allCases.map(\.rawValue)),
            "answer": .text(0...ProblemReport.maximumText),
        ], optional: ["answer"])
}
