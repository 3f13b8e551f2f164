/// That a reviewer has accepted a finding, and why.
struct AcceptedFinding: Sendable {
    let comment: String
    let account: String
    /// The version in which it was accepted.
    let code: Int
    let time: Int
}
