import AtollPackages

/// A super app that the Center serves, with the organization that owns it.
package struct SuperApp: Hashable, Sendable {
    package let id: MiniAppID
    /// The organization that owns it.
    package let organization: String
    package let name: String
    /// Whether publishing in it has stopped; published versions stay.
    package let isDisabled: Bool
    package let policy: ReviewPolicy
    /// The issuer of its users' tokens; `nil` for the Center's default one.
    package let signIn: SignInSource?
    package let created: Int
    package let revision: Int

    /// How many an organization may own.
    package static let maximumCount = 100
    /// The longest name, in Unicode scalars.
    package static let maximumName = 100

    /// The super app as the subject of permissions.
    package var subject: PermissionSubject {
        PermissionSubject(
            organization: organization, superApp: id.rawValue, superAppOwner: organization, policy: policy)
    }
}
