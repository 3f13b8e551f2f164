/// Who signs the users' tokens of a super app, as members see it.
package struct SignInSourceView: Codable, Sendable {
    package let issuer: String
    /// From where the Center fetches the keys: for those who may change it.
    package let keySet: String?

    package init(issuer: String, keySet: String? = nil) {
        self.issuer = issuer
        self.keySet = keySet
    }
}
