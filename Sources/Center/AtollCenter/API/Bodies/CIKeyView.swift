struct CIKeyView: Codable, Sendable, Documented {
    /// What the job sends as a bearer token.
    let secret: String
    /// In seconds since 1970.
    let expires: Int

    static let holdsSecret = true
    static let schemaName = "CIKey"
    static let schema = JSONSchema.object(["secret": .text(1...200), "expires": .time])
}
