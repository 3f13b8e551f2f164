package struct PasswordBody: Codable, Sendable {
    package let password: String

    package init(password: String) {
        self.password = password
    }
}
