import AtollCatalog
import AtollRuntime
import Foundation

/// The data of one user on this device: the permissions that they have given, and the mini apps that they may open.
@MainActor
final class LagoonKept {
    let permissions: PermissionStore
    let openable: OpenableMiniApps
    /// The folder with the server's cached answers about mini apps.
    let shared: URL

    /// - Parameter folder: The folder of this user.
    init(folder: URL) {
        shared = folder.appending(path: "shared")
        openable = OpenableMiniApps(file: folder.appending(path: "openable.json"))
        let file = folder.appending(path: "permissions.json")
        let ledger = (try? Data(contentsOf: file)).flatMap {
            try? JSONDecoder().decode(PermissionLedger.self, from: $0)
        }
        permissions = PermissionStore(ledger ?? PermissionLedger()) { ledger in
            // A permission that could not be stored is asked for again.
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try? JSONEncoder().encode(ledger).write(to: file, options: .atomic)
        }
    }
}
