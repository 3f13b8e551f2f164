import Foundation

/// The options of a mini app's back end.
public struct BackEndConfiguration: Sendable {
    /// The super app that issues the tokens: their `iss`.
    public var issuer: String
    /// The URL of its key set.
    public var keys: URL
    /// The `aud` of the tokens: the origin that the mini app's manifest names for this back end.
    public var audience: String
    /// The id of the mini app, whose users' tokens are accepted: their `client_id`.
    public var miniApp: String
    /// The origins of the mini app's pages, in browsers and in apps: only they may call from a page.
    public var origins: Set<String>
    /// The file of the database.
    public var database: URL
    /// The port to listen on, on this machine.
    public var port: Int

    /// Creates options.
    public init(
        issuer: String, keys: URL, audience: String, miniApp: String, origins: Set<String>, database: URL, port: Int
    ) {
        self.issuer = issuer
        self.keys = keys
        self.audience = audience
        self.miniApp = miniApp
        self.origins = origins
        self.database = database
        self.port = port
    }
}
