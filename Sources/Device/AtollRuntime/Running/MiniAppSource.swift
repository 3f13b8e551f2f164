import AtollPackages

/// Loads mini apps for sessions, and is notified of how they run.
public protocol MiniAppSource: Sendable {
    /// Loads a mini app and verifies each of its files.
    ///
    /// - Parameter progress: Receives the fraction loaded, from 0 to 1.
    /// - Throws: An error with a description for the user.
    func load(
        _ id: MiniAppID, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> RunnableMiniApp
    /// Called when a version is started.
    func started(_ miniApp: InstalledMiniApp) async
    /// Called when the version has reported that it is ready.
    func becameReady(_ miniApp: InstalledMiniApp) async
    /// Called when the version can't be shown or has ended too often.
    func failed(_ miniApp: InstalledMiniApp) async
}
