/// The data that keeps a user signed in when the system ends the app, as it does daily.
public struct KeptSession: Hashable, Sendable, Codable {
    /// The secret of the session; nil if no user is signed in.
    public var secret: String?
    /// An identifier by which the next sign-in recognizes this app as one that the user has used before. It outlasts
    /// the session. Nil if the server sent none.
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
