import AtollPackages

/// A mini app's card for a home screen.
public struct MiniAppHomeCard: Hashable, Sendable {
    /// The mini app's name.
    public let name: String
    /// The path of its widget's page.
    public let route: String
    /// The origin of its frame.
    public let origin: String
    /// The size that it requests.
    public let size: Manifest.Widget.Size
    /// The number of seconds after which it should be refreshed, or nil if the mini app does not specify one.
    public let refreshAfter: Int?
}
