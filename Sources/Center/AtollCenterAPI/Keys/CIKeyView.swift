package struct CIKeyView: Codable, Sendable {
    /// The bearer token that the job sends.
    package let secret: String
    /// In seconds since 1970.
    package let expires: Int

    package init(secret: String, expires: Int) {
        self.secret = secret
        self.expires = expires
    }
}
