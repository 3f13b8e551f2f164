/// Who somebody is, by a provider that the operator trusts.
package struct ProvenIdentity: Hashable, Sendable, Codable {
    let issuer: String
    let subject: String
    /// An address that the provider has verified, or nil.
    let email: String?
    /// Whether the provider names an address that it has not verified.
    let hasUnverifiedEmail: Bool
    let name: String?

    init(_ token: IdentityToken, _ habits: SignInProvider.Habits = SignInProvider.Habits()) {
        issuer = token.issuer
        subject = token.subject
        let address = token.claims[habits.addressClaim].flatMap { $0.isEmpty ? nil : $0 }
        // Of Microsoft Entra: whether the owner of the domain is verified.
        let isOfDomain = ["true", "1"].contains(token.claims["xms_edov"] ?? "")
        let isVerified =
            token.claims["email_verified"].map { $0 == "true" } ?? (isOfDomain || habits.verifiesAddresses)
        email = isVerified ? address : nil
        hasUnverifiedEmail = address != nil && !isVerified
        name = token.claims["name"]
    }
}
