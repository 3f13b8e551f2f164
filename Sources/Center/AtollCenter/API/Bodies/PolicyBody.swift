/// What a super app asks of versions, and who may release them: as it is, and as somebody wants it.
struct PolicyBody: Codable, Sendable, Documented {
    let approvals: Int
    let publisherReleases: Bool
    let selfReview: Bool
    let needsBrowserChecks: Bool

    init(_ policy: ReviewPolicy) {
        approvals = policy.approvals
        publisherReleases = policy.publisherReleases
        selfReview = policy.selfReview
        needsBrowserChecks = policy.needsBrowserChecks
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
