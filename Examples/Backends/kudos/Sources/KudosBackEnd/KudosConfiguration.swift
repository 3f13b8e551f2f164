import Foundation

/// The options of the back end.
public struct KudosConfiguration: Sendable {
    /// The super app that issues the tokens: their `iss`.
    public var issuer: String
    /// Where its key set is.
    public var keys: URL
    /// The `aud` of the tokens: the origin that the mini app's manifest names for this back end.
    public var audience = "https://api.kudos.example.com"
    /// The id of the mini app, whose users' tokens count: their `client_id`.
    public var miniApp = "com.example.kudos"
    /// The origins of the mini app's pages, in browsers and in apps: only they may call from a page.
    public var origins: Set<String>
    /// The file of the database.
    public var database: URL
    /// The port to listen on, on this machine.
    public var port = 8082

    /// Creates options; the others have defaults.
    public init(issuer: String, keys: URL, origins: Set<String>, database: URL) {
        self.issuer = issuer
        self.keys = keys
        self.origins = origins
        self.database = database
    }
}
