import AtollPackages

/// One user's part of one mini app's storage.
public struct StorageArea: Hashable, Sendable {
    /// The user's pairwise id for the mini app.
    public let user: String
    /// The mini app.
    public let miniApp: MiniAppID

    /// Creates an area.
    public init(user: String, miniApp: MiniAppID) {
        self.user = user
        self.miniApp = miniApp
    }
}
