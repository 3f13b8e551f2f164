import AtollPackages

/// What is decided on a report of a user.
package struct ProblemDecisionBody: Codable, Sendable {
    package let state: ProblemReport.State
    /// What the user reads; needed with the state `answered`.
    package let answer: String?

    package init(state: ProblemReport.State, answer: String? = nil) {
        self.state = state
        self.answer = answer
    }
}
