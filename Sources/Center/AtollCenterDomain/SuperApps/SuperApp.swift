import AtollPackages

/// A super app that the Center serves, with the organization that owns it.
package struct SuperApp: Hashable, Sendable {
    package let id: MiniAppID
    /// The organization that owns it.
    package let organization: String
    package let name: String
    /// Nothing is published in it any more; what was published stays.
    package let isDisabled: Bool
    package let policy: ReviewPolicy
    /// Who signs its users' tokens; nil for whoever signs those of the others.
    package let signIn: SignInSource?
    package let created: Int
    package let revision: Int

    /// How many an organization may own.
    package static let maximumCount = 100
    /// The longest name, in Unicode scalars.
    package static let maximumName = 100

    /// The super app, as far as permissions depend on it.
    package var subject: PermissionSubject {
        PermissionSubject(
            organization: organization, superApp: id.rawValue, superAppOwner: organization, policy: policy)
    }
}
