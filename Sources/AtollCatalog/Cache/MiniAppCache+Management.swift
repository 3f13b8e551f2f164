import AtollPackages
import DurableFiles
import Foundation
import PrintableText

extension MiniAppCache {
    /// The versions in the cache, ordered by id, the newest version of each mini app first.
    ///
    /// - Throws: ``CatalogError/storage(_:)``.
    /// - Complexity: Reads a small file for each version.
    public func cachedMiniApps() throws(CatalogError) -> [CachedMiniApp] {
        do {
            return try Self.cached(in: records)
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    /// Removes a mini app from the cache, unless it is open.
    ///
    /// - Parameters:
    ///   - version: The code of the version to remove; nil for all versions.
    ///   - removesStorage: Whether the data that the mini app has stored is removed too, for all users, once no version
    ///     of it is left.
    /// - Returns: Whether a version was removed.
    @discardableResult
    public func removeCachedMiniApp(
        id: MiniAppID, version: Int? = nil, removesStorage: Bool = false
    ) async throws(CatalogError) -> Bool {
        let meant = try versions(of: id).filter { version == nil || $0.version.code == version }
        let hasRemoved = try await remove(meant)
        if removesStorage { try await removeStorageIfGone(id) }
        return hasRemoved
    }

    /// Removes all mini apps that are not open.
    ///
    /// - Parameter removesStorage: Whether the data that they have stored is removed too, for all users.
    public func clearCachedMiniApps(removesStorage: Bool = false) async throws(CatalogError) {
        let all = try installedRecords()
        _ = try await remove(all)
        if removesStorage { for id in Set(all.map(\.id)) { try await removeStorageIfGone(id) } }
    }

    private func removeStorageIfGone(_ id: MiniAppID) async throws(CatalogError) {
        guard try versions(of: id).isEmpty else { return }
        do {
            try await removeStorage(id)
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    /// Removes the mini apps that exceed the limits.
    ///
    /// - Parameter id: The mini app that is about to be added, which is not removed.
    func evict(adding id: MiniAppID? = nil) async throws(CatalogError) {
        guard limits.maxDays > 0 || limits.maxCount > 0 else { return }
        var cached = try cachedMiniApps().filter { $0.id != id }
        if limits.maxDays > 0 {
            let oldest = now().addingTimeInterval(-Double(limits.maxDays) * 86_400)
            try await remove(cached.filter { $0.lastUsed < oldest })
            cached.removeAll { $0.lastUsed < oldest }
        }
        guard limits.maxCount > 0 else { return }
        // A mini app counts once, by the version of it that was used last.
        var lastUsed: [MiniAppID: Date] = [:]
        for version in cached { lastUsed[version.id] = max(lastUsed[version.id] ?? .distantPast, version.lastUsed) }
        var excess = lastUsed.count + (id == nil ? 0 : 1) - limits.maxCount
        let byUse = lastUsed.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value < $1.value }
        for (other, _) in byUse where excess > 0 {
            if try await removeCachedMiniApp(id: other) { excess -= 1 }
        }
    }

    private func remove(_ versions: [CachedMiniApp]) async throws(CatalogError) {
        for version in versions { try await removeCachedMiniApp(id: version.id, version: version.version.code) }
    }

    /// Removes the versions that are not open, and the blobs that no other version needs.
    ///
    /// - Returns: Whether any version was removed.
    private func remove(_ versions: [Record]) async throws(CatalogError) -> Bool {
        var hasRemoved = false
        do {
            for record in versions where await !isOpen(record.id, record.fileList) {
                // It may have been removed during the await.
                guard (try? Self.record(of: record.id, code: record.version.code, in: records)) != nil else { continue }
                try Self.removeRecord(of: record.id, code: record.version.code, in: records)
                forget(record.fileList)
                hasRemoved = true
            }
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
        if hasRemoved { try collectBlobs() }
        return hasRemoved
    }

    /// Removes the blobs that no version needs, unless an installation is in progress.
    ///
    /// - Returns: Whether the blobs were collected.
    @discardableResult
    func collectBlobs() throws(CatalogError) -> Bool {
        guard installations.isEmpty else { return false }
        do {
            try Self.collect(blobs, namedBy: Self.installedRecords(in: records))
            return true
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    private func installedRecords() throws(CatalogError) -> [Record] {
        do {
            return try Self.installedRecords(in: records)
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    /// The newest intact version of a mini app in the cache, with the statement that its publisher signed, or nil if
    /// there is none. Versions that were set aside are skipped.
    func newest(
        of id: MiniAppID, for runner: Runner? = nil
    ) throws(CatalogError) -> (miniApp: InstalledMiniApp, statement: ReleaseStatement)? {
        let accepted = history(of: id, for: runner).accepted ?? .max
        for record in try versions(of: id)
        where record.version.code <= accepted && !isSetAside(record.version, of: id, for: runner) {
            if let found = runnable(record) { return found }
        }
        return nil
    }

    /// A version, if it is intact and the one that its publisher signed for.
    func runnable(_ record: Record) -> (miniApp: InstalledMiniApp, statement: ReleaseStatement)? {
        guard let statement = record.statement.flatMap({ try? ReleaseStatement(parsing: $0) }),
            let miniApp = whole(record), (try? Self.check(miniApp, against: statement)) != nil
        else { return nil }
        try? Self.noteUse(of: statement, at: now(), in: records)
        return (miniApp, statement)
    }
}
