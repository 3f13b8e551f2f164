package struct CITokenBody: Codable, Sendable {
    /// The OpenID Connect token of the job.
    package let token: String
    /// What it publishes.
    package let miniApp: String

    package init(token: String, miniApp: String) {
        self.token = token
        self.miniApp = miniApp
    }
}
