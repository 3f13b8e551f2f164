import AtollPackages

/// A mini app as people work with it.
package struct MiniAppRecord: Hashable, Sendable {
    package let id: MiniAppID
    package let publisher: PublisherID
    /// The organization that publishes it, or nil if only an API key of the operator does.
    package let organization: String?
    /// The super app that it belongs to, for good; nil if nobody owns the ones that it is for.
    package let superApp: SuperApp?
    /// Whether its publisher publishes in that super app now.
    package let publishing: PublishingPermission
    /// Why nobody may start it while it is suspected, or nil.
    package let quarantine: String?

    /// Whether its publisher's versions need the approvals of the super app.
    package let needsReview: Bool

    /// What its super app asks of its versions. In one that nobody owns, whoever uploads a version releases it.
    package var policy: ReviewPolicy {
        guard var policy = superApp?.policy else {
            return ReviewPolicy(approvals: 0, publisherReleases: true, selfReview: true)
        }
        if !needsReview { policy.approvals = 0 }
        return policy
    }

    /// What permissions depend on.
    package var subject: PermissionSubject {
        PermissionSubject(
            organization: organization, superApp: superApp?.id.rawValue, superAppOwner: superApp?.organization,
            miniApp: id.rawValue, policy: policy)
    }
}
