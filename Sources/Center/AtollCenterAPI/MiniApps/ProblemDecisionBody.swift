import AtollPackages

/// The decision on a user's report.
package struct ProblemDecisionBody: Codable, Sendable {
    package let state: ProblemReport.State
    /// The answer to the user; required with the state `answered`.
    package let answer: String?

    package init(state: ProblemReport.State, answer: String? = nil) {
        self.state = state
        self.answer = answer
    }
}
