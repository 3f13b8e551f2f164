import AtollPackages
import AtollRuntime

/// The window names for web apps that were written for other hosts: they contain values that the apps' pages need
/// immediately.
struct WindowNames: Sendable {
    let storage: any MiniAppStorage
    let names: PairwiseNames
    let consents: ConsentStore
    /// The initial context that the super app gives to an app for Portals.
    let context: @Sendable (User, MiniAppID) -> BridgeValue?

    /// The name for a launch; nil for a mini app that was written for this host.
    ///
    /// - Complexity: Reads the web app's stored values, half a megabyte at most.
    func name(of miniApp: InstalledMiniApp, for user: User, language: String) async throws -> String? {
        guard miniApp.manifest.compatibility != nil else { return nil }
        let id = miniApp.manifest.id
        let pairwise = names.name(
            of: user.id, in: id, forgotten: try await consents.timesForgotten(id, by: user.id))
        let area = StorageArea(user: pairwise, miniApp: id)
        var stored: [String: String] = [:]
        var length = 0
        for key in try await storage.keys(in: area) where key.hasPrefix(LaunchValues.storagePrefix) {
            guard length < LaunchValues.maximumStorage, let value = try await storage.value(for: key, in: area) else {
                continue
            }
            stored[key] = value
            length += key.utf8.count + value.utf8.count
        }
        let knowsName = await consents.isGranted("user.name", of: id, by: user.id, launch: nil)
        return LaunchValues(
            miniApp.manifest, user: .init(id: pairwise, name: knowsName ? user.name : nil), language: language,
            stored: stored, context: context(user, id)
        ).windowName
    }
}
