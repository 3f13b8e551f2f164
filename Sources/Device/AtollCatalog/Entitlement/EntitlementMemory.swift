import AtollPackages

/// Remembers which mini apps the Center last said that a user may open. That decides while the Center can't be reached.
public protocol EntitlementMemory: Sendable {
    /// Whether the Center last said that the user may open the mini app.
    func wasAllowed(_ id: MiniAppID) async -> Bool

    /// Called with each clear answer of the Center.
    ///
    /// - Parameter listing: The mini app as the Center lists it; nil if the user may not open it.
    func note(_ id: MiniAppID, _ listing: MiniAppListing?) async
}
