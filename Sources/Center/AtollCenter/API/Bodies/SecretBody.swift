struct SecretBody: Decodable, Sendable, Documented {
    let secret: String

    static let schemaName = "Secret"
    static let schema = JSONSchema.object(["secret": .text(1...200)])
}
