import AtollPackages

/// A result of a search inside mini apps.
public struct FoundEntry: Hashable, Sendable {
    /// The mini app that it is in.
    public let miniApp: MiniAppID
    /// The entry, with the page that shows it.
    public let entry: ContentEntry

    /// Creates a result.
    public init(miniApp: MiniAppID, entry: ContentEntry) {
        self.miniApp = miniApp
        self.entry = entry
    }
}
