import AtollPackages

/// The data that an app shares with the super app's server about a user and a mini app, so that it is the same on all
/// of the user's devices and on the web.
public protocol MiniAppSharing: Sendable {
    /// Returns the state on the server, or the last known one while it can't be reached.
    ///
    /// - Throws: An error with a description for the user, if nothing is known.
    func state(of id: MiniAppID) async throws -> SharedMiniAppState

    /// Sends the user's decisions to the server. Decisions that can't be sent now are sent later; until then, they
    /// count here.
    ///
    /// - Parameters:
    ///   - decisions: The decisions, by the names of the permissions.
    ///   - refusals: How often the user has refused what they refuse.
    func share(_ decisions: [String: PermissionLedger.Decision], refusals: [String: Int], of id: MiniAppID) async
}
