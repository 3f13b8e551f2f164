/// The state in which a form is shown: its values, and the outcome of submitting it.
public struct FormState: Hashable, Sendable {
    /// The values to fill in, by field; never a password.
    public let values: [String: String]
    /// The error, as a sentence; `nil` without one.
    public let problem: String?
    /// The confirmation, as a sentence; `nil` without one.
    public let notice: String?

    /// Creates the state of a form.
    public init(values: [String: String] = [:], problem: String? = nil, notice: String? = nil) {
        self.values = values
        self.problem = problem
        self.notice = notice
    }
}
