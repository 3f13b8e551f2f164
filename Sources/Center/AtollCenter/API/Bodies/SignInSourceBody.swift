/// Who signs the users' tokens of a super app.
struct SignInSourceBody: Decodable, Sendable, Documented {
    let issuer: String
    let keySet: String

    static let schemaName = "SignInSource"
    static let schema = JSONSchema.object([
        "issuer": .text(1...SignInSource.maximumLength), "keySet": .text(1...SignInSource.maximumLength),
    ])
}
