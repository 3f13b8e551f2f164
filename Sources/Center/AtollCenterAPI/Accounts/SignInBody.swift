package struct SignInBody: Codable, Sendable {
    package let email: String
    package let password: String
    package let code: String?
    /// The device secret of the previous sign-in, if there was one.
    package let device: String?

    package init(email: String, password: String, code: String? = nil, device: String? = nil) {
        self.email = email
        self.password = password
        self.code = code
        self.device = device
    }
}
