package struct SignedInView: Codable, Sendable {
    /// To be sent as a bearer token from now on.
    package let secret: String
    package let account: String
    package let name: String
    /// To be sent with the next sign-in of this person: so strangers who try their name don't keep them out.
    package let device: String

    package init(secret: String, account: String, name: String, device: String) {
        self.secret = secret
        self.account = account
        self.name = name
        self.device = device
    }
}
