import AtollPackages

/// What an app shares with the super app's server about a user and a mini app, so that they are the same on all of the user's
/// devices and on the web.
public protocol MiniAppSharing: Sendable {
    /// What the server knows; what it said last while it can't be reached.
    ///
    /// - Throws: An error with a description for the user, if nothing is known.
    func state(of id: MiniAppID) async throws -> SharedMiniAppState

    /// Tells the server what the user has decided, by the names of the permissions.
    func share(_ decisions: [String: PermissionLedger.Decision], of id: MiniAppID) async
}

/// What is shared about a user and a mini app.
public struct SharedMiniAppState: Hashable, Sendable, Codable {
    /// The name under which the mini app knows the user. Only the server makes it.
    public let user: String
    /// What the user has decided, by the names of the permissions.
    public let decisions: [String: PermissionLedger.Decision]

    /// Describes a state.
    public init(user: String, decisions: [String: PermissionLedger.Decision]) {
        self.user = user
        self.decisions = decisions
    }
}
