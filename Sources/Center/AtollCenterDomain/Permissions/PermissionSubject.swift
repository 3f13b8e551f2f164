/// The subject of an action, with the properties that permissions depend on.
package struct PermissionSubject: Hashable, Sendable {
    /// The organization that it belongs to; of a super app, its owner; of a mini app, its publisher.
    package var organization: String?
    /// The super app that it is, or that its mini app belongs to.
    package var superApp: String?
    /// The organization that owns ``superApp``.
    package var superAppOwner: String?
    /// The mini app that it is or belongs to.
    package var miniApp: String?
    /// Who has made it: of a version, who uploaded it.
    package var maker: String?
    /// The rules of ``superApp``.
    package var policy = ReviewPolicy()

    package init(
        organization: String? = nil, superApp: String? = nil, superAppOwner: String? = nil, miniApp: String? = nil,
        maker: String? = nil, policy: ReviewPolicy = ReviewPolicy()
    ) {
        self.organization = organization
        self.superApp = superApp
        self.superAppOwner = superAppOwner
        self.miniApp = miniApp
        self.maker = maker
        self.policy = policy
    }

    /// Whether it is a super app itself.
    var isSuperApp: Bool { superApp != nil && miniApp == nil }

    /// The Center itself, which has no owner.
    package static let center = PermissionSubject()
}
