import AtollPackages

extension MiniAppCatalog {
    /// Searches inside mini apps that are installed on this device, without a connection: what their manifests name as
    /// `atoll_search`.
    ///
    /// It searches the newest installed version up to the one that the user was offered last, by
    /// ``load(_:policy:announced:progress:)`` or ``prefetch(_:budget:)``, unless it was set aside. Nothing is fetched,
    /// and a search does not count as a use of the mini apps. On a device of one user, nothing is searched that may not
    /// open without the Center: see ``OfflinePolicy``.
    ///
    /// - Parameters:
    ///   - words: The words, each of which must begin a word of an entry: see `ContentEntries.ranked(_:limit:)`.
    ///   - ids: The mini apps, the most important first. Whether the user may open them is for the caller to know.
    ///   - limit: The largest number of entries.
    /// - Complexity: O(*n*) in the length of all texts, and a small file is read for each mini app.
    public func entries(matching words: [String], in ids: [MiniAppID], limit: Int) async -> [FoundEntry] {
        var miniApps: [InstalledMiniApp] = []
        for id in ids {
            guard !Task.isCancelled else { return [] }
            guard let cached = try? await cache.current(of: id, for: runner), cached.miniApp.manifest.search != nil,
                await mayShow(id, cached.statement)
            else { continue }
            miniApps.append(cached.miniApp)
        }
        return await cache.contents.matching(words, in: miniApps, limit: limit)
    }

    private func mayShow(_ id: MiniAppID, _ statement: ReleaseStatement) async -> Bool {
        // On a device that many users share, what one was refused is nothing to the others, and the Center is asked
        // before.
        if runner != nil { return (try? await releases.admit(statement)) != nil }
        guard await !cache.mustAsk(for: id) else { return false }
        return (try? await releases.admitOffline(statement)) != nil
    }

    /// Finds out which version of each mini app the user is offered, before searches inside them, and installs those
    /// that are missing, if there is room: nothing is evicted for it, and it does not count as a use.
    ///
    /// - Parameter budget: The most bytes of files to fetch.
    /// - Returns: The mini apps that the user may have: those that were offered, and those of which nothing is known
    ///   for want of a connection.
    package func prepareSearch(in ids: [MiniAppID], budget: Int) async -> [MiniAppID] {
        var offered: [MiniAppID] = []
        var left = budget
        for id in ids where !Task.isCancelled {
            do throws(CatalogError) {
                let release = try await self.release(of: id)
                offered.append(id)
                guard try await cache.installed(id, fileList: release.statement.files.sha256) == nil,
                    await cache.hasRoom(for: id)
                else { continue }
                let cost = try await cache.missingBytes(of: release)
                guard cost <= left else { continue }
                _ = try await cache.install(release, from: client)
                left -= cost
            } catch {
                if case .network = error { offered.append(id) }
            }
        }
        var seen: Set<MiniAppID> = []
        return offered.filter { seen.insert($0).inserted }
    }
}
