import AtollPackages
import SwiftUI

#if canImport(WebKit)
import WebKit
#endif

/// Tracks the data stores of mini apps' web views on this device, so that the data that web pages have stored is
/// removed together with their mini app, and with the user.
///
/// ```swift
/// let webData = MiniAppWebData(file: folder.appending(path: "web-data.json"))
/// var host = MiniAppHostInfo(name: "Lagoon", version: "1.2", userName: user.name) { id in names[id] ?? "" }
/// host.webData = webData
/// // When a mini app is removed from the device, and when the user signs out:
/// webData.remove(of: id)
/// webData.removeAll()
/// ```
/// The system doesn't remove a data store while a web view uses it. Once a store is marked for removal, no web view
/// gets it again; it is removed when the next mini app opens, or when ``sweep()`` is called, which an app does when it
/// starts. Stores that the file doesn't list, because it was lost or could not be written, are not found.
@MainActor
public final class MiniAppWebData {
    /// The contents of the file.
    private struct Kept: Codable {
        struct Store: Codable {
            var miniApp: MiniAppID
            var identifier: UUID
        }

        struct Leaving: Codable {
            var identifier: UUID
            /// The number of starts of the app at which it could not be removed.
            var attempts = 0
        }

        /// The stores in use, by the mini app and the user.
        var stores: [String: Store] = [:]
        /// The stores that are still to be removed.
        var leaving: [Leaving] = []
    }

    /// After this many starts of the app at which it could not be removed, a store counts as removed: no web view lives
    /// that long.
    private static let maximumAttempts = 20

    private let file: URL
    private let remove: @MainActor (UUID) async throws -> Void
    private var kept: Kept
    /// The stores that are currently being removed.
    private var removing: Set<UUID> = []
    /// The stores whose attempt has been counted for this start of the app.
    private var counted: Set<UUID> = []

    /// Reads the list of stores. A file that is missing or damaged counts as empty.
    ///
    /// - Parameter file: The file with the list. It contains users only as digests of the names that mini apps know
    ///   them by.
    public convenience init(file: URL) {
        self.init(file: file) { try await WKWebsiteDataStore.remove(forIdentifier: $0) }
    }

    init(file: URL, remove: @escaping @MainActor (UUID) async throws -> Void) {
        self.file = file
        self.remove = remove
        // own: a file of this host
        kept = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Kept.self, from: $0) } ?? Kept()
    }

    /// The data store of a mini app and a user: a new one after the last was removed, so that data that is to be
    /// removed is never found again.
    ///
    /// - Parameters:
    ///   - key: Identifies the mini app and the user.
    ///   - id: The mini app.
    func identifier(_ key: UUID, of id: MiniAppID) -> UUID {
        // The web view that prevented a removal may have gone by now.
        if !kept.leaving.isEmpty { Task { await sweep() } }
        if let store = kept.stores[key.uuidString] { return store.identifier }
        let identifier = UUID()
        kept.stores[key.uuidString] = .init(miniApp: id, identifier: identifier)
        save()
        return identifier
    }

    /// Removes the data that web pages of a mini app have stored on this device, for all users.
    ///
    /// - Returns: The removal, which begins immediately and need not be awaited.
    @discardableResult
    public func remove(of id: MiniAppID) -> Task<Void, Never> { leave { $0.miniApp == id } }

    /// Removes the data that web pages of all mini apps have stored on this device until now.
    ///
    /// - Returns: The removal, which begins immediately and need not be awaited.
    @discardableResult
    public func removeAll() -> Task<Void, Never> { leave { _ in true } }

    private func leave(_ isLeaving: (Kept.Store) -> Bool) -> Task<Void, Never> {
        kept.leaving += kept.stores.values.filter(isLeaving).map { .init(identifier: $0.identifier) }
        kept.stores = kept.stores.filter { !isLeaving($0.value) }
        // Saved first: a store that is not removed now is removed later.
        save()
        return Task { await sweep() }
    }

    /// Removes stores that could not be removed before because a web view used them.
    public func sweep() async {
        for identifier in kept.leaving.map(\.identifier) where removing.insert(identifier).inserted {
            let isRemoved = (try? await remove(identifier)) != nil
            removing.remove(identifier)
            guard let index = kept.leaving.firstIndex(where: { $0.identifier == identifier }) else { continue }
            if !isRemoved, counted.insert(identifier).inserted { kept.leaving[index].attempts += 1 }
            if isRemoved || kept.leaving[index].attempts >= Self.maximumAttempts { kept.leaving.remove(at: index) }
        }
        save()
    }

    private func save() {
        // If the file can't be written, the list is known only until the app ends.
        try? JSONEncoder().encode(kept).write(to: file, options: .atomic)
    }
}
