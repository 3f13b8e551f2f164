import AtollPackages
import Foundation

/// The mini apps that a user was last allowed to open, which decides while the Center is out of reach.
public actor OpenableMiniApps: EntitlementMemory {
    private let file: URL?
    private var known: Set<String>

    /// Reads the ids that an earlier process stored; a file that is missing or can't be read counts as empty.
    ///
    /// - Parameter file: Stores the ids, in a separate file for each user; nil to retain them in memory only.
    public init(file: URL? = nil) {
        self.file = file
        known =
            file.flatMap { try? Data(contentsOf: $0) }
            // own: a file of this host
            .flatMap { try? JSONDecoder().decode(Set<String>.self, from: $0) } ?? []
    }

    public func wasAllowed(_ id: MiniAppID) -> Bool { known.contains(id.rawValue) }

    public func note(_ id: MiniAppID, _ listing: MiniAppListing?) {
        let before = known
        if listing == nil { known.remove(id.rawValue) } else { known.insert(id.rawValue) }
        guard known != before, let file else { return }
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // If it can't be stored, the Center is asked again.
        try? JSONEncoder().encode(known).write(to: file, options: .atomic)
    }
}
