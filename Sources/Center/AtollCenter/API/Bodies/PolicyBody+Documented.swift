import AtollCenterAPI

extension PolicyBody: Documented {
    init(_ policy: ReviewPolicy) {
        self.init(
            approvals: policy.approvals,
            publisherReleases: policy.publisherReleases,
            selfReview: policy.selfReview,
            needsBrowserChecks: policy.needsBrowserChecks)
    }

    var policy: ReviewPolicy {
        ReviewPolicy(
            approvals: approvals, publisherReleases: publisherReleases, selfReview: selfReview,
            needsBrowserChecks: needsBrowserChecks)
    }

    static let schemaName = "Policy"
    static let schema = JSONSchema.object([
        "approvals": .integer(0...ReviewPolicy.maximumApprovals), "publisherReleases": .bool, "selfReview": .bool,
        "needsBrowserChecks": .bool,
    ])
}
