package struct SecretBody: Codable, Sendable {
    package let secret: String

    package init(secret: String) {
        self.secret = secret
    }
}
