/// Who somebody is, by a provider that the operator trusts.
package struct ProvenIdentity: Hashable, Sendable, Codable {
    let issuer: String
    let subject: String
    /// An address that the provider has verified, or nil.
    let email: String?
    let name: String?

    init(_ token: IdentityToken) {
        issuer = token.issuer
        subject = token.subject
        email = token.claims["email_verified"] == "true" ? token.claims["email"] : nil
        name = token.claims["name"]
    }
}
