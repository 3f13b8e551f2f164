import AtollPackages
import AtollRuntime
import HTTPTypes

/// The workers that keep mini apps' files in browsers, and the passes that open these.
struct MiniAppWorkers: Sendable {
    let configuration: ShellConfiguration
    let headers: MiniAppHeaders
    let names: PairwiseNames
    /// How often a user has forgotten a mini app.
    let timesForgotten: @Sendable (_ user: String, MiniAppID) async throws -> Int

    /// What a launch of a version by a user has in its URL.
    func pass(of user: String, for miniApp: InstalledMiniApp) async throws -> String {
        let id = miniApp.manifest.id
        return names.pass(
            of: user, in: id, forgotten: try await timesForgotten(user, id),
            version: MiniAppWorker.version(
                of: miniApp.digest, headers: try keptHeaders(of: miniApp), theme: configuration.theme))
    }

    /// The worker that keeps a version.
    func worker(of miniApp: InstalledMiniApp) throws -> MiniAppWorker {
        MiniAppWorker(ResourceServer(miniApp, theme: configuration.theme), headers: try keptHeaders(of: miniApp))
    }

    private func keptHeaders(of miniApp: InstalledMiniApp) throws -> [String: String] {
        var fields = try headers.fields(of: miniApp, .pages)
        fields[.cacheControl] = MiniAppHeaders.revalidated
        return Dictionary(fields.map { ($0.name.rawName, $0.value) }) { first, _ in first }
    }
}
