package struct NewTrustedPublisher: Codable, Sendable {
    package let name: String
    /// The `iss` of the CI's tokens.
    package let issuer: String
    /// The required claims of the token.
    package let claims: [String: String]
    /// The mini apps that it may publish; none for all of the organization.
    package let ids: [String]?

    package init(name: String, issuer: String, claims: [String: String], ids: [String]? = nil) {
        self.name = name
        self.issuer = issuer
        self.claims = claims
        self.ids = ids
    }
}
