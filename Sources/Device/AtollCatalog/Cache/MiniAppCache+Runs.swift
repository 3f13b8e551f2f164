import AtollPackages
import DurableFiles
import Foundation

extension MiniAppCache {
    /// Identifies a run history: that of a mini app, for the device or for one of its users.
    struct RunKey: Hashable {
        let id: MiniAppID
        /// The user's id; nil for the device's own history.
        let runner: String?
    }

    /// The most histories that are cached in memory; each is also on disk.
    private static let runCapacity = 10_000

    func history(of id: MiniAppID, for runner: Runner? = nil) -> RunHistory {
        let key = RunKey(id: id, runner: runner?.id)
        if let known = runs[key] { return known }
        var history = Self.history(in: file(of: key))
        // A server that was stopped says nothing about the version that a user was starting.
        if runner != nil { history.pending = nil }
        // Histories of versions that are starting stay: their failure would be lost.
        if runs.count >= Self.runCapacity { runs = runs.filter { starting[$0.key] != nil } }
        runs[key] = history
        return history
    }

    static func history(of id: MiniAppID, in folder: URL) -> RunHistory {
        history(in: folder.appending(path: id.rawValue))
    }

    private static func history(in file: URL) -> RunHistory {
        FileManager.default.contents(atPath: file.path)
            // own: a file of this host
            .flatMap { try? JSONDecoder().decode(RunHistory.self, from: $0) } ?? RunHistory()
    }

    private func file(of key: RunKey) -> URL {
        guard let runner = key.runner else { return runFolder.appending(path: key.id.rawValue) }
        // The user directory chooses the ids, which may not be valid as file names. "users" can't collide with a mini
        // app's id, which has more than one label.
        return userFolder(of: runner).appending(path: key.id.rawValue)
    }

    private func userFolder(of runner: String) -> URL {
        runFolder.appending(path: "users").appending(path: SHA256Hash(of: Data(runner.utf8)).hex)
    }

    /// Changes a history, and writes it if it differs from before. If the write fails, the change lasts until the
    /// process ends: that must not stop a mini app from running.
    func change(_ id: MiniAppID, for runner: Runner? = nil, _ body: (inout RunHistory) -> Void) {
        let before = history(of: id, for: runner)
        var history = before
        body(&history)
        guard history != before else { return }
        let key = RunKey(id: id, runner: runner?.id)
        runs[key] = history
        try? Self.write(history, to: file(of: key))
    }

    private static func write(_ history: RunHistory, to file: URL) throws {
        try DurableFile.makeFolder(file.deletingLastPathComponent())
        try DurableFile.write(JSONEncoder().encode(history), to: file)
    }

    /// Records a failure for each version that was starting when the process ended.
    static func failInterruptedRuns(in folder: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            guard let id = MiniAppID(name) else { continue }
            var history = history(of: id, in: folder)
            guard let pending = history.pending, let opened = history.opened, opened.code == pending else { continue }
            history.fail(opened)
            try write(history, to: folder.appending(path: name))
        }
    }

    /// Records that a version is opened.
    ///
    /// - Returns: The history before that.
    func noteOpening(_ id: MiniAppID, _ version: Manifest.Version, for runner: Runner? = nil) -> RunHistory {
        let before = history(of: id, for: runner)
        change(id, for: runner) { $0.opened = version }
        return before
    }

    /// Records the version that the operator and the publisher agree on.
    func noteAccepted(_ id: MiniAppID, code: Int, for runner: Runner?) {
        change(id, for: runner) { $0.accepted = code }
    }

    /// Whether a version must not run: it failed to start for this user, or for enough others that it is set aside for
    /// every user for whom it has not started.
    func isSetAside(_ version: Manifest.Version, of id: MiniAppID, for runner: Runner?) -> Bool {
        let own = history(of: id, for: runner)
        if own.setAside == version { return true }
        guard runner != nil, own.good != version.code else { return false }
        return history(of: id).setAside == version
    }

    /// Records that a version is starting. Unless ``becameReady(_:for:)`` follows within `time`, that counts as a
    /// failure.
    ///
    /// - Parameters:
    ///   - runner: The user, on a device that many users share.
    ///   - provesNothing: Whether another cause than the version prevented it from becoming ready, such as the browser.
    ///     Called when the time is over.
    public func started(
        _ miniApp: InstalledMiniApp, readyWithin time: Duration, for runner: Runner? = nil,
        unless provesNothing: @escaping @Sendable () async -> Bool = { false }
    ) {
        let (id, code) = (miniApp.manifest.id, miniApp.manifest.version.code)
        // How a preview runs says nothing about what is released.
        guard !id.isPreview else { return }
        // Anyone can create new accounts, so their starts don't count for or against a release.
        if runner?.countsForAll ?? true { usage?.started(id, code: code, by: runner?.id) }
        change(id, for: runner) { $0.start(code) }
        guard history(of: id, for: runner).pending == code else {
            // The version has run before, so it is not judged here, but its start was counted.
            Task {
                guard (try? await Task.sleep(for: time)) != nil, await provesNothing() else { return }
                usage?.excused(id, code: code, by: runner?.id)
            }
            return
        }
        let key = RunKey(id: id, runner: runner?.id)
        starting[key]?.cancel()
        starting[key] = Task {
            guard (try? await Task.sleep(for: time)) != nil else { return }
            let isExcused = await provesNothing()
            guard !Task.isCancelled else { return }
            guard isExcused else { return failed(miniApp, for: runner) }
            starting[key] = nil
            usage?.excused(id, code: code, by: runner?.id)
            change(id, for: runner) { $0.abandon(code) }
        }
    }

    /// Records that a version has become ready. Once it has for enough users, the versions before it are removed.
    public func becameReady(_ miniApp: InstalledMiniApp, for runner: Runner? = nil) async {
        let (id, code) = (miniApp.manifest.id, miniApp.manifest.version.code)
        guard !id.isPreview else { return }
        let key = RunKey(id: id, runner: runner?.id)
        starting[key]?.cancel()
        starting[key] = nil
        usage?.becameReady(id, code: code, by: runner?.id)
        guard history(of: id, for: runner).good != code else { return }
        change(id, for: runner) { $0.becomeReady(code) }
        if let runner {
            guard runner.countsForAll else { return }
            change(id) { history in
                if history.tally?.code ?? 0 < code { history.tally = RunTally(code: code) }
                guard history.tally?.code == code else { return }
                history.tally?.noteReady(runner.id)
                guard let tally = history.tally else { return }
                if history.setAside?.code == code, !tally.isSetAside(by: setAside) { history.setAside = nil }
                if tally.isProven(by: setAside) { history.becomeReady(code) }
            }
            guard history(of: id).good == code else { return }
        }
        for record in (try? versions(of: id)) ?? [] where record.version.code < code {
            _ = try? await removeCachedMiniApp(id: id, version: record.version.code)
        }
    }

    /// Records that a version did not become ready. After two failures in a row it is set aside.
    public func failed(_ miniApp: InstalledMiniApp, for runner: Runner? = nil) {
        let (id, version) = (miniApp.manifest.id, miniApp.manifest.version)
        guard !id.isPreview else { return }
        starting[RunKey(id: id, runner: runner?.id)] = nil
        usage?.failed(id, code: version.code, by: runner?.id)
        change(id, for: runner) { $0.fail(version) }
        guard let runner, runner.countsForAll, history(of: id, for: runner).setAside == version else { return }
        let before = history(of: id).setAside
        change(id) { history in
            if history.tally?.code ?? 0 < version.code { history.tally = RunTally(code: version.code) }
            guard history.tally?.code == version.code else { return }
            history.tally?.noteFailure(runner.id)
            if history.tally?.isSetAside(by: setAside) ?? false { history.setAside = version }
        }
        let after = history(of: id)
        if after.setAside == version, before != version { noteSetAside(id, version, after.tally?.failed.count ?? 0) }
    }

    /// Removes what is known of how versions have started for a user, who is gone.
    ///
    /// - Parameter runner: The user's id.
    /// - Throws: An error of the file system.
    package func removeRuns(of runner: String) throws {
        for (key, task) in starting where key.runner == runner {
            task.cancel()
            starting[key] = nil
        }
        runs = runs.filter { $0.key.runner != runner }
        let folder = userFolder(of: runner)
        if FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder)
            try DurableFile.synchronizeFolder(folder.deletingLastPathComponent())
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: runFolder.path) {
            guard let id = MiniAppID(name) else { continue }
            change(id) { $0.tally?.forget(runner) }
        }
    }

    /// The version that ran well before one that was set aside, if it is still in the cache and intact.
    func fallback(
        of id: MiniAppID, for runner: Runner? = nil
    ) throws(CatalogError) -> (miniApp: InstalledMiniApp, statement: ReleaseStatement)? {
        let records = try versions(of: id)
        let good = [history(of: id, for: runner).good, history(of: id).good].compactMap(\.self)
        for code in good {
            guard let record = records.first(where: { $0.version.code == code }),
                !isSetAside(record.version, of: id, for: runner), let found = runnable(record)
            else { continue }
            return found
        }
        // This user never ran another version; one that others ran is better than one that does not start.
        guard runner != nil else { return nil }
        for record in records where !isSetAside(record.version, of: id, for: runner) {
            if let found = runnable(record) { return found }
        }
        return nil
    }
}
