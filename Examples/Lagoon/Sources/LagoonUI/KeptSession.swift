/// The stored session of a user, which survives when the system ends the app, as it does daily.
public struct KeptSession: Hashable, Sendable, Codable {
    /// The secret of the session; `nil` if no user is signed in.
    public var secret: String?
    /// The secret that identifies this app at the next sign-in as one that the user has used before: it outlasts the
    /// session. `nil` if the server sent none.
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
