import AtollPackages
import AtollRuntime
import HTTPTypes
import NIOConcurrencyHelpers

/// The workers that cache mini apps' files in browsers, and the passes that give access to these.
struct MiniAppWorkers: Sendable {
    let configuration: ShellConfiguration
    let headers: MiniAppHeaders
    let names: PairwiseNames
    /// How often a user has forgotten a mini app.
    let timesForgotten: @Sendable (_ user: String, MiniAppID) async throws -> Int
    /// The workers, by the file lists of the versions. They are cached because finding the files that a version names
    /// takes a while.
    private let workers = NIOLockedValueBox<[SHA256Hash: MiniAppWorker]>([:])
    private static let capacity = 50

    /// The pass in the URL of a user's launch of a version.
    func pass(of user: String, for miniApp: InstalledMiniApp) async throws -> String {
        let id = miniApp.manifest.id
        return names.pass(
            of: user, in: id, forgotten: try await timesForgotten(user, id),
            version: MiniAppWorker.version(
                of: miniApp.digest, headers: try keptHeaders(of: miniApp, .others),
                headersOfPages: try keptHeaders(of: miniApp, .pages), theme: configuration.theme))
    }

    /// The worker that caches a version.
    func worker(of miniApp: InstalledMiniApp) throws -> MiniAppWorker {
        if let known = workers.withLockedValue({ $0[miniApp.digest] }) { return known }
        let worker = try MiniAppWorker(
            headers.server(of: miniApp), headers: try keptHeaders(of: miniApp, .others),
            headersOfPages: try keptHeaders(of: miniApp, .pages))
        workers.withLockedValue { known in
            if known.count >= Self.capacity { known = [:] }
            known[miniApp.digest] = worker
        }
        return worker
    }

    private func keptHeaders(
        of miniApp: InstalledMiniApp, _ scope: MiniAppHeaders.Scope
    ) throws -> [String: String] {
        var fields = try headers.fields(of: miniApp, .pages, scope)
        fields[.cacheControl] = MiniAppHeaders.revalidated
        return Dictionary(fields.map { ($0.name.rawName, $0.value) }) { first, _ in first }
    }
}
