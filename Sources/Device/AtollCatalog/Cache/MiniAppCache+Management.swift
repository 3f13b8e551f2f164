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

    /// Whether a mini app can be added without removing another.
    func hasRoom(for id: MiniAppID) -> Bool {
        guard limits.maxCount > 0 else { return true }
        let ids = Set(((try? cachedMiniApps()) ?? []).map(\.id))
        return ids.contains(id) || ids.count < limits.maxCount
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
    /// the cache has none. Versions that were set aside are skipped.
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

    /// The newest installed version up to the one that this user was offered last, and that was not set aside, for a
    /// mere look into some of its files: each is verified when it is read. Others' versions, which may be for other
    /// groups, are not looked at. That all files are there is not checked, and this does not count as a use.
    func current(
        of id: MiniAppID, for runner: Runner? = nil
    ) throws(CatalogError) -> (miniApp: InstalledMiniApp, statement: ReleaseStatement)? {
        guard let accepted = history(of: id, for: runner).accepted else { return nil }
        let record = try versions(of: id).first {
            $0.version.code <= accepted && !isSetAside($0.version, of: id, for: runner)
        }
        guard let record, let statement = record.statement.flatMap({ try? ReleaseStatement(parsing: $0) }),
            let miniApp = try installed(id, fileList: record.fileList)
        else { return nil }
        return (miniApp, statement)
    }

    /// Returns the publisher who has signed an installed version; `nil` for a preview and for a folder under
    /// development, which are unsigned.
    ///
    /// - Throws: ``CatalogError/storage(_:)``, also if the version is not installed any longer.
    public func publisher(of miniApp: InstalledMiniApp) throws(CatalogError) -> PublisherID? {
        let id = miniApp.manifest.id
        if id.isPreview || developed[id] != nil { return nil }
        let record = try versions(of: id).first { $0.fileList == miniApp.digest }
        guard let statement = record?.statement.flatMap({ try? ReleaseStatement(parsing: $0) }) else {
            throw .storage("The publisher's statement about \(id) is missing.")
        }
        return statement.publisher
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
