import AtollPackages

/// Where what runs mini apps gets them from, and whom it tells how that went.
public protocol MiniAppSource: Sendable {
    /// Loads a mini app, each of its files checked.
    ///
    /// - Parameter progress: Told how much has come, from 0 to 1.
    func load(
        _ id: MiniAppID, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> RunnableMiniApp
    /// A version is being started.
    func started(_ miniApp: InstalledMiniApp) async
    /// It runs.
    func becameReady(_ miniApp: InstalledMiniApp) async
    /// It does not.
    func failed(_ miniApp: InstalledMiniApp) async
}

/// A mini app that can be run, with what its user should know.
public struct RunnableMiniApp: Sendable {
    public let miniApp: InstalledMiniApp
    /// Whether it comes from the cache because the Center is out of reach.
    public let isOffline: Bool
    /// A sentence for the user, such as that it was updated.
    public let notice: String?

    public init(_ miniApp: InstalledMiniApp, isOffline: Bool = false, notice: String? = nil) {
        self.miniApp = miniApp
        self.isOffline = isOffline
        self.notice = notice
    }
}
