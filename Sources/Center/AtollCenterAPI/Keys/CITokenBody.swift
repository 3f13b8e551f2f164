package struct CITokenBody: Codable, Sendable {
    /// The OpenID Connect token of the job.
    package let token: String
    /// The id of the mini app that the job publishes.
    package let miniApp: String

    package init(token: String, miniApp: String) {
        self.token = token
        self.miniApp = miniApp
    }
}
