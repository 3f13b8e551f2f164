import AtollPackages

struct NewTrustedPublisher: Decodable, Sendable, Documented {
    let name: String
    /// The `iss` of the CI's tokens.
    let issuer: String
    /// What the token's claims must be.
    let claims: [String: String]
    /// The mini apps that it may publish; none for all of the organization.
    let ids: [String]?

    var parsedIDs: [MiniAppID] {
        get throws { try NewKeyBody.parse(ids ?? []) }
    }

    static let claims = JSONSchema.texts(named: 1...100, 1...500, upTo: TrustedPublisher.maximumClaims)
    static let schemaName = "NewTrustedPublisher"
    static let schema = JSONSchema.object(
        [
            "name": .text(1...100), "issuer": .text(1...300), "claims": claims,
            "ids": .list(of: .reverseDomain, upTo: 50),
        ], optional: ["ids"])
}
