import AtollCatalog
import AtollRuntime
import Foundation

/// What is kept of one user on this device: what they have allowed, and what they were told that they may open.
@MainActor
final class LagoonKept {
    let permissions: PermissionStore
    let openable: OpenableMiniApps

    /// - Parameter folder: The user's own.
    init(folder: URL) {
        openable = OpenableMiniApps(file: folder.appending(path: "openable.json"))
        let file = folder.appending(path: "permissions.json")
        let ledger = (try? Data(contentsOf: file)).flatMap {
            try? JSONDecoder().decode(PermissionLedger.self, from: $0)
        }
        permissions = PermissionStore(ledger ?? PermissionLedger()) { ledger in
            // What could not be kept is asked again.
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try? JSONEncoder().encode(ledger).write(to: file, options: .atomic)
        }
    }
}
