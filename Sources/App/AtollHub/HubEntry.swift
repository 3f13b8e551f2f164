import AtollPackages

/// Something inside a mini app that a search has found, as the hub shows it.
public struct HubEntry: Hashable, Sendable, Identifiable {
    /// The mini app that it is in.
    public let miniApp: MiniAppListing
    /// The entry, with the page that shows it.
    public let entry: ContentEntry
    /// Its place among the results.
    public let id: Int
}
