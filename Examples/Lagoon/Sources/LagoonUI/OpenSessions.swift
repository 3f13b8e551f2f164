import AtollPackages
import AtollRuntime

/// The sessions that are on screen. The versions that they run are not removed from the cache.
@MainActor
final class OpenSessions {
    private struct Open { weak var session: MiniAppSession? }
    private var open: [Open] = []

    nonisolated init() {}

    func note(_ session: MiniAppSession) { open = open.filter { $0.session != nil } + [Open(session: session)] }

    func isOpen(_ id: MiniAppID, _ fileList: SHA256Hash) -> Bool {
        open.contains { open in
            guard case .running(let loaded)? = open.session?.phase else { return false }
            return loaded.miniApp.manifest.id == id && loaded.miniApp.digest == fileList
        }
    }
}
