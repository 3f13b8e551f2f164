/// Who signs the users' tokens of a super app.
package struct SignInSourceBody: Codable, Sendable {
    package let issuer: String
    package let keySet: String

    package init(issuer: String, keySet: String) {
        self.issuer = issuer
        self.keySet = keySet
    }
}
