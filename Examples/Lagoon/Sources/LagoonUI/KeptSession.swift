/// What keeps a user signed in when the system ends the app, as it does daily.
public struct KeptSession: Hashable, Sendable, Codable {
    /// The secret of the session; nil if nobody is signed in.
    public var secret: String?
    /// What identifies this app at the next sign-in as one that the user has used before: it outlasts the session. Nil if the server
    /// gave nothing.
    public var device: String?
    /// The user of the session.
    public var user: LagoonUser?

    /// A session with these values.
    public init(secret: String? = nil, device: String? = nil, user: LagoonUser? = nil) {
        self.secret = secret
        self.device = device
        self.user = user
    }
}
