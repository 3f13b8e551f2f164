import AtollPackages

/// What is shared about a user and a mini app.
public struct SharedMiniAppState: Hashable, Sendable, Codable {
    /// The name under which the mini app knows the user. Only the server makes it.
    public let user: String
    /// What the user has decided, by the names of the permissions.
    public let decisions: [String: PermissionLedger.Decision]
    /// How often the user has refused what they refuse.
    public let refusals: [String: Int]

    /// Describes a state.
    public init(user: String, decisions: [String: PermissionLedger.Decision], refusals: [String: Int] = [:]) {
        self.user = user
        self.decisions = decisions
        self.refusals = refusals
    }
}
