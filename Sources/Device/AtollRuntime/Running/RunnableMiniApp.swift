import AtollPackages

/// A loaded mini app, with what the user should know about it.
public struct RunnableMiniApp: Sendable {
    /// The installed version.
    public let miniApp: InstalledMiniApp
    /// Whether it was loaded from the cache because the Center is out of reach.
    public let isOffline: Bool
    /// A sentence to show to the user, such as that the mini app was updated; `nil` without one.
    public let notice: String?
    /// The publisher who has signed it, such as `com.example`; `nil` for an unsigned one, as in development.
    public let publisher: String?

    /// Describes a loaded mini app.
    public init(_ miniApp: InstalledMiniApp, isOffline: Bool = false, notice: String? = nil, publisher: String? = nil) {
        self.miniApp = miniApp
        self.isOffline = isOffline
        self.notice = notice
        self.publisher = publisher
    }
}
