struct TrustedPublisherView: Codable, Sendable, Documented {
    let id: String
    let name: String
    let issuer: String
    let claims: [String: String]
    let ids: [String]
    /// The account that added it, without whose role it permits nothing; nil for the operator.
    let maker: String?
    let created: Int

    init(_ trusted: TrustedPublisher) {
        id = trusted.id
        name = trusted.name
        issuer = trusted.issuer
        claims = trusted.claims
        ids = trusted.ids.map(\.rawValue)
        maker = trusted.maker.isEmpty ? nil : trusted.maker
        created = trusted.created
    }

    static let schemaName = "TrustedPublisher"
    static let schema = JSONSchema.object(
        [
            "id": .text(1...64), "name": .text(1...100), "issuer": .text(1...300), "claims": NewTrustedPublisher.claims,
            "ids": .list(of: .reverseDomain, upTo: 50), "created": .time, "maker": .text(1...64),
        ], optional: ["maker"])
}
