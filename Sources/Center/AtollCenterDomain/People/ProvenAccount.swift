/// An account whose user has signed in with a provider.
package struct ProvenAccount: Sendable {
    package let account: Account
    /// Whether they have just entered their credentials there.
    package let isConfirmed: Bool
    /// The identity to link once the second factor was entered; nil if it is linked already.
    package let proven: ProvenIdentity?
    /// The session that the new one replaces.
    package let replaced: String?

    package init(account: Account, isConfirmed: Bool, proven: ProvenIdentity?, replaced: String?) {
        self.account = account
        self.isConfirmed = isConfirmed
        self.proven = proven
        self.replaced = replaced
    }
}
