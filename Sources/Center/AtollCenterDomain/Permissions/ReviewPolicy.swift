/// The requirements of a super app for versions before a release, and who may release them.
package struct ReviewPolicy: Hashable, Sendable, Codable {
    /// How many reviewers must approve a version: 0 to 2. With 0, what passes the checks is approved by itself.
    package var approvals: Int
    /// Whether publishers may release what was approved; otherwise only the super app's administrators do.
    package var publisherReleases: Bool
    /// Whether a reviewer may decide on their own organization's work.
    package var selfReview: Bool
    /// Whether a version may only be submitted after a browser has opened its pages.
    package var needsBrowserChecks: Bool

    /// The most approvals that a super app may ask for.
    package static let maximumApprovals = 2

    package init(
        approvals: Int = 1, publisherReleases: Bool = true, selfReview: Bool = false, needsBrowserChecks: Bool = false
    ) {
        self.approvals = approvals
        self.publisherReleases = publisherReleases
        self.selfReview = selfReview
        self.needsBrowserChecks = needsBrowserChecks
    }
}
