package struct AcceptanceBody: Codable, Sendable {
    package let secret: String
    package let name: String?
    package let password: String?

    package init(secret: String, name: String? = nil, password: String? = nil) {
        self.secret = secret
        self.name = name
        self.password = password
    }
}
