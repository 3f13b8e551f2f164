import AtollPackages
import BoundedHTTP
import Foundation

/// Which mini apps a user was last told that they may open: what decides while the Center is out of reach.
public actor OpenableMiniApps {
    private let file: URL?
    private var known: Set<String>

    /// - Parameter file: Where it is kept, one for each user; nil to keep nothing beyond the process.
    public init(file: URL? = nil) {
        self.file = file
        known =
            file.flatMap { try? Data(contentsOf: $0) }
            .flatMap { try? JSONDecoder().decode(Set<String>.self, from: $0) } ?? []
    }

    public func contains(_ id: MiniAppID) -> Bool { known.contains(id.rawValue) }

    func note(_ id: MiniAppID, mayOpen: Bool) {
        let before = known
        if mayOpen { known.insert(id.rawValue) } else { known.remove(id.rawValue) }
        guard known != before, let file else { return }
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // What could not be kept is asked again.
        try? JSONEncoder().encode(known).write(to: file, options: .atomic)
    }
}

extension MiniAppCatalog {
    /// Asks whether the user may open a mini app. Files are public, access is not: a host asks this each time before it loads one.
    ///
    /// - Parameter openable: What the user was last told; it is brought up to date, and decides while the Center is out of reach.
    /// - Returns: The files of the current version, for ``load(_:policy:announced:progress:)``; nil where the Center was not reached.
    /// - Throws: ``CatalogError/notFound(_:)`` where they may not; ``CatalogError/network(_:)`` where that can't be known.
    public func entitlement(
        to id: MiniAppID, remembering openable: OpenableMiniApps
    ) async throws(CatalogError) -> FileListReference? {
        do throws(CatalogError) {
            // What is cached opens soon, however slowly the Center says that it may.
            let files = try await TransferTime.within(.seconds(10)) { () async throws(CatalogError) in
                try await miniApp(id: id).files
            }
            await openable.note(id, mayOpen: true)
            return files
        } catch {
            if case .notFound = error { await openable.note(id, mayOpen: false) }
            guard case .network = error, await openable.contains(id) else { throw error }
            return nil
        }
    }
}
