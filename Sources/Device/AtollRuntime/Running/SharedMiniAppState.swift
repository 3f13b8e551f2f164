import AtollPackages

/// The shared data about a user and a mini app.
public struct SharedMiniAppState: Hashable, Sendable, Codable {
    /// The name under which the mini app knows the user. Only the server makes it.
    public let user: String
    /// The user's decisions, by the names of the permissions.
    public let decisions: [String: PermissionLedger.Decision]
    /// How often the user has refused what they refuse.
    public let refusals: [String: Int]
    /// The user's confirmed e-mail address, which mini apps get with consent only; nil if the server knows none.
    public let email: String?

    /// Describes a state.
    public init(
        user: String, decisions: [String: PermissionLedger.Decision], refusals: [String: Int] = [:],
        email: String? = nil
    ) {
        self.user = user
        self.email = email
        self.decisions = decisions
        self.refusals = refusals
    }

    /// Says of a user what the server knows better.
    func describe(_ user: inout BridgeContext.User) {
        user.pairwiseID = self.user
        guard let email else { return }
        (user.email, user.isEmailVerified) = (email, true)
    }
}
