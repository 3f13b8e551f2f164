/// Whether an organization publishes in a super app.
package enum PublishingPermission {
    case permitted
    /// No publisher may: it is disabled, or its owner is closed.
    case disabled
    /// Its owner does not let this organization, or this organization is closed.
    case notGranted

    /// - Parameters:
    ///   - organization: The open one that would publish; nil if none does under the publisher's id.
    ///   - ownerIsClosed: Whether the super app's organization is closed, so that no member could revoke a grant.
    ///   - isGranted: Whether the super app has a grant for the organization.
    package init(of organization: String?, in superApp: SuperApp, ownerIsClosed: Bool, isGranted: Bool) {
        if superApp.isDisabled || ownerIsClosed {
            self = .disabled
        } else {
            self = organization == superApp.organization || organization != nil && isGranted ? .permitted : .notGranted
        }
    }
}
