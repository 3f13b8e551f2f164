package struct ConfirmationBody: Codable, Sendable {
    /// Accounts with a password need it; others confirm with a code of their second factor.
    package let password: String?
    package let code: String?

    package init(password: String? = nil, code: String? = nil) {
        self.password = password
        self.code = code
    }
}
