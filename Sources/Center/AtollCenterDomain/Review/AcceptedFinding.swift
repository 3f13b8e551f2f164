/// That a reviewer has accepted a finding, and why.
package struct AcceptedFinding: Sendable {
    package let comment: String
    package let account: String
    /// The version in which it was accepted.
    package let code: Int
    package let time: Int
}
