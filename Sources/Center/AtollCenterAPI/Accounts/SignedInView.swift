package struct SignedInView: Codable, Sendable {
    /// To be sent as a bearer token from now on.
    package let secret: String
    package let account: String
    package let name: String
    /// The device secret to send with this user's next sign-in, so that an attacker who tries their name can't lock
    /// them out.
    package let device: String

    package init(secret: String, account: String, name: String, device: String) {
        self.secret = secret
        self.account = account
        self.name = name
        self.device = device
    }
}
