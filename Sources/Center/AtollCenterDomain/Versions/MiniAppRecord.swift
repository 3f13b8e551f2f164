import AtollPackages

/// A mini app as people work with it.
package struct MiniAppRecord: Hashable, Sendable {
    package let id: MiniAppID
    package let publisher: PublisherID
    /// The organization that publishes it, or nil if only an API key of the operator does.
    package let organization: String?
    /// The super app that it belongs to, permanently; `nil` if the ones that it is for have no owner.
    package let superApp: SuperApp?
    /// Whether its publisher publishes in that super app now.
    package let publishing: PublishingPermission
    /// The reason for the quarantine, or `nil`.
    package let quarantine: String?

    /// Whether its publisher's versions need the approvals of the super app.
    package let needsReview: Bool

    /// The requirements of its super app. In one without an owner, the uploader of a version releases it.
    package var policy: ReviewPolicy {
        guard var policy = superApp?.policy else {
            return ReviewPolicy(approvals: 0, publisherReleases: true, selfReview: true)
        }
        if !needsReview { policy.approvals = 0 }
        return policy
    }

    /// The subject of permissions.
    package var subject: PermissionSubject {
        PermissionSubject(
            organization: organization, superApp: superApp?.id.rawValue, superAppOwner: superApp?.organization,
            miniApp: id.rawValue, policy: policy)
    }
}
