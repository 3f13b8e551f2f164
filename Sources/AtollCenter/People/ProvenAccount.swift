/// The account of somebody whom a provider has named.
package struct ProvenAccount: Sendable {
    package let account: Account
    /// Whether they have proved who they are to the provider just now.
    package let isConfirmed: Bool
    /// The provider's identity of the user, which is linked after the second factor was given; nil if it is linked already.
    package let proven: ProvenIdentity?
    /// The session that ends when another begins.
    package let replaced: String?
}
