/// Who signs the users' tokens of a super app, as members see it.
struct SignInSourceView: Codable, Sendable, Documented {
    let issuer: String
    /// From where the Center fetches the keys: for those who may change it.
    let keySet: String?

    init(_ source: SignInSource, showsKeySet: Bool) {
        issuer = source.issuer
        keySet = showsKeySet ? source.keySet.absoluteString : nil
    }

    static let schemaName = "SignInSourceView"
    static let schema = JSONSchema.object(
        ["issuer": .text(1...SignInSource.maximumLength), "keySet": .text(1...SignInSource.maximumLength)],
        optional: ["keySet"])
}
