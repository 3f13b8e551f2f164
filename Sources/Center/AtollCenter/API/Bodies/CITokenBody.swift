struct CITokenBody: Decodable, Sendable, Documented {
    /// The OpenID Connect token of the job.
    let token: String
    /// What it publishes.
    let miniApp: String

    static let schemaName = "CIToken"
    static let schema = JSONSchema.object([
        "token": .text(1...IdentityToken.maximumLength), "miniApp": .reverseDomain,
    ])
}
