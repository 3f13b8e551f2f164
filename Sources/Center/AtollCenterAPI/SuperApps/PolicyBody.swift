/// The requirements of a super app for versions, and who may release them.
package struct PolicyBody: Codable, Sendable {
    package let approvals: Int
    package let publisherReleases: Bool
    package let selfReview: Bool
    package let needsBrowserChecks: Bool

    package init(approvals: Int, publisherReleases: Bool, selfReview: Bool, needsBrowserChecks: Bool) {
        self.approvals = approvals
        self.publisherReleases = publisherReleases
        self.selfReview = selfReview
        self.needsBrowserChecks = needsBrowserChecks
    }
}
