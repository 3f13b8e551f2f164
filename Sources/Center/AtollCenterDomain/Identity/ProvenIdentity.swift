/// A person's identity, by a provider that the operator trusts.
package struct ProvenIdentity: Hashable, Sendable, Codable {
    package let issuer: String
    package let subject: String
    /// An address that the provider has verified, or nil.
    package let email: String?
    /// Whether the provider names an address that it has not verified.
    package let hasUnverifiedEmail: Bool
    package let name: String?

    /// - Parameters:
    ///   - addressClaim: The claim that has the address.
    ///   - verifiesAddresses: Whether an address counts as verified of which the token does not say it.
    package init(_ token: IdentityToken, addressClaim: String = "email", verifiesAddresses: Bool = false) {
        issuer = token.issuer
        subject = token.subject
        let address = token.claims[addressClaim].flatMap { $0.isEmpty ? nil : $0 }
        // `email_verified` and `xms_edov` describe the claim `email` only.
        let said: Bool? =
            addressClaim != "email"
            ? nil
            : token.claims["email_verified"].map { $0 == "true" }
                // Microsoft Entra: the owner of the domain is verified.
                ?? token.claims["xms_edov"].map { ["true", "1"].contains($0) }
        let isVerified = said ?? verifiesAddresses
        email = isVerified ? address : nil
        hasUnverifiedEmail = address != nil && !isVerified
        name = token.claims["name"]
    }
}
