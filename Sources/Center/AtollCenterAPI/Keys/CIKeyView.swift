package struct CIKeyView: Codable, Sendable {
    /// What the job sends as a bearer token.
    package let secret: String
    /// In seconds since 1970.
    package let expires: Int

    package init(secret: String, expires: Int) {
        self.secret = secret
        self.expires = expires
    }
}
