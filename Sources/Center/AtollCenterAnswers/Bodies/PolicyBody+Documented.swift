import AtollCenterAPI
import AtollCenterDomain

extension PolicyBody: Documented {
    package init(_ policy: ReviewPolicy) {
        self.init(
            approvals: policy.approvals,
            publisherReleases: policy.publisherReleases,
            selfReview: policy.selfReview,
            needsBrowserChecks: policy.needsBrowserChecks)
    }

    package var policy: ReviewPolicy {
        ReviewPolicy(
            approvals: approvals, publisherReleases: publisherReleases, selfReview: selfReview,
            needsBrowserChecks: needsBrowserChecks)
    }

    package static let schemaName = "Policy"
    package static let schema = JSONSchema.object([
        "approvals": .integer(0...ReviewPolicy.maximumApprovals), "publisherReleases": .bool, "selfReview": .bool,
        "needsBrowserChecks": .bool,
    ])
}
