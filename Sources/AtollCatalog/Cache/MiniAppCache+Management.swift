import AtollPackages
import Foundation

extension MiniAppCache {
    /// What is in the cache, by id, the newest version of each first.
    ///
    /// - Throws: ``CatalogError/storage(_:)``.
    /// - Complexity: Reads a small file for each version.
    public func cachedMiniApps() throws(CatalogError) -> [CachedMiniApp] {
        do {
            return try Self.cached(in: records)
        } catch {
            throw .storage(String(describing: error))
        }
    }

    /// Removes a mini app from the cache, if it is there and not open.
    ///
    /// - Parameter version: The version code that is meant; any version where it is nil. Another one stays.
    /// - Returns: Whether something was removed.
    @discardableResult
    public func removeCachedMiniApp(id: MiniAppID, version: Int? = nil) async throws(CatalogError) -> Bool {
        let meant = try cachedMiniApps().filter { $0.id == id && (version == nil || $0.version.code == version) }
        return try await remove(meant) > 0
    }

    /// Removes all mini apps that are not open.
    public func clearCachedMiniApps() async throws(CatalogError) {
        _ = try await remove(cachedMiniApps())
    }

    /// Removes what the limits no longer allow.
    ///
    /// - Parameter id: The mini app that is about to be added, which itself stays.
    func evict(adding id: MiniAppID? = nil) async throws(CatalogError) {
        let cached = try cachedMiniApps()
        if limits.maxDays > 0 {
            let oldest = now().addingTimeInterval(-Double(limits.maxDays) * 86_400)
            _ = try await remove(cached.filter { $0.lastUsed < oldest && $0.id != id })
        }
        guard limits.maxCount > 0 else { return }
        // A mini app counts once, with the version of it that was used last.
        var lastUsed: [MiniAppID: Date] = [:]
        for version in try cachedMiniApps() where version.id != id {
            lastUsed[version.id] = max(lastUsed[version.id] ?? .distantPast, version.lastUsed)
        }
        let excess = lastUsed.count + (id == nil ? 0 : 1) - limits.maxCount
        guard excess > 0 else { return }
        let byUse = lastUsed.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value < $1.value }
        var left = excess
        for (other, _) in byUse where left > 0 {
            if try await removeCachedMiniApp(id: other) { left -= 1 }
        }
    }

    /// Removes versions that are not open, and the blobs that nothing else needs.
    ///
    /// - Returns: How many were removed.
    private func remove(_ versions: [CachedMiniApp]) async throws(CatalogError) -> Int {
        var removed = 0
        for version in versions {
            guard let record = try? Self.record(of: version.id, code: version.version.code, in: records) else {
                continue
            }
            guard await !isOpen(version.id, record.fileList) else { continue }
            do {
                try Self.removeRecord(of: version.id, code: version.version.code, in: records)
            } catch {
                throw .storage(String(describing: error))
            }
            forget(record.fileList)
            removed += 1
        }
        if removed > 0 { try collectBlobs() }
        return removed
    }
}
