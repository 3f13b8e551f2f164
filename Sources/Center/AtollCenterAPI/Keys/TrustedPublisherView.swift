package struct TrustedPublisherView: Codable, Sendable {
    package let id: String
    package let name: String
    package let issuer: String
    package let claims: [String: String]
    package let ids: [String]
    /// The account that added it, without whose role it permits nothing; nil for the operator.
    package let maker: String?
    package let created: Int

    package init(
        id: String, name: String, issuer: String, claims: [String: String], ids: [String], maker: String? = nil,
        created: Int
    ) {
        self.id = id
        self.name = name
        self.issuer = issuer
        self.claims = claims
        self.ids = ids
        self.maker = maker
        self.created = created
    }
}
