import AtollPackages

/// What a search inside mini apps has found.
public struct FoundEntry: Hashable, Sendable {
    /// The mini app that it is in.
    public let miniApp: MiniAppID
    /// What it is, and the page that shows it.
    public let entry: ContentEntry

    /// Creates a result.
    public init(miniApp: MiniAppID, entry: ContentEntry) {
        self.miniApp = miniApp
        self.entry = entry
    }
}
