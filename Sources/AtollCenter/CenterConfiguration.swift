import Foundation

/// What an operator decides about a Center.
public struct CenterConfiguration: Sendable {
    /// The address to listen on; `127.0.0.1` keeps it on this machine.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for any that is free.
    public var port = 8081
    /// The addresses of proxies before the Center, such as `10.0.0.0/8`: their `Forwarded` or `X-Forwarded-For` says who asks.
    public var trustedProxies: [String] = []
    /// The most connections at a time; by how many files the process may open, if it is nil.
    public var maximumConnections: Int?
    /// Where database and blobs lie.
    public var directory: URL
    /// The time, by which statements and roles are judged and signed.
    public var now: @Sendable () -> Date = { Date() }
    /// How the keys are found with which the super app signs its users' tokens.
    public var signInKeys: SignInKeySource
    /// The `iss` that a user's token must have: the super app.
    public var issuer: String
    /// The `aud` that a user's token must have: this Center.
    public var audience = "miniapp-center"

    /// The ids of the super apps that the Center is for. What is published for another one is refused: its users are somebody else's.
    public var superApps: Set<String>

    public init(directory: URL, signInKeys: SignInKeySource, issuer: String, superApps: Set<String>) {
        self.superApps = superApps
        self.directory = directory
        self.signInKeys = signInKeys
        self.issuer = issuer
    }

    /// Where the repository lies that devices are given.
    public var repository: URL { directory.appending(path: "repository") }
    /// Where the keys lie with which the Center signs.
    public var keys: URL { directory.appending(path: "keys") }
}
