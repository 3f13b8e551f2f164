import AtollPackages

/// What an app shares with the super app's server about a user and a mini app, so that they are the same on all of the user's
/// devices and on the web.
public protocol MiniAppSharing: Sendable {
    /// What the server knows; what it said last while it can't be reached.
    ///
    /// - Throws: An error with a description for the user, if nothing is known.
    func state(of id: MiniAppID) async throws -> SharedMiniAppState

    /// Tells the server what the user has decided. What it can't be told now, it is told later; until then, it counts here.
    ///
    /// - Parameters:
    ///   - decisions: The decisions, by the names of the permissions.
    ///   - refusals: How often the user has refused what they refuse.
    func share(_ decisions: [String: PermissionLedger.Decision], refusals: [String: Int], of id: MiniAppID) async
}
