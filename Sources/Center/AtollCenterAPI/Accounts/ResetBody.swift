package struct ResetBody: Codable, Sendable {
    package let secret: String
    package let password: String

    package init(secret: String, password: String) {
        self.secret = secret
        self.password = password
    }
}
