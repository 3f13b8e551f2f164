import AtollPackages
import DurableFiles
import Foundation

/// How the versions of a mini app have run on this device.
struct RunHistory: Codable, Hashable {
    /// The version that ran well last.
    var good: Int?
    /// A version that was started and has not said yet that it is ready.
    var pending: Int?
    /// A version that did not become ready, and how often.
    var failing: Int?
    var failures = 0
    /// The version that did not become ready too often: it is not run again.
    var setAside: Manifest.Version?
    /// The version that was opened last.
    var opened: Manifest.Version?

    /// After so many starts without success a version is set aside.
    static let tolerated = 2

    mutating func start(_ code: Int) {
        // One that ran well is trusted.
        if code != good { pending = code }
    }

    mutating func becomeReady(_ code: Int) {
        if pending == code { pending = nil }
        if failing == code { (failing, failures) = (nil, 0) }
        if setAside?.code == code { setAside = nil }
        good = code
    }

    mutating func fail(_ version: Manifest.Version) {
        guard pending == version.code else { return }
        pending = nil
        failures = failing == version.code ? failures + 1 : 1
        failing = version.code
        if failures >= Self.tolerated { setAside = version }
    }
}

extension MiniAppCache {
    func history(of id: MiniAppID) -> RunHistory {
        if let known = runs[id] { return known }
        let history = Self.history(of: id, in: runFolder)
        runs[id] = history
        return history
    }

    static func history(of id: MiniAppID, in folder: URL) -> RunHistory {
        FileManager.default.contents(atPath: folder.appending(path: id.rawValue).path)
            .flatMap { try? JSONDecoder().decode(RunHistory.self, from: $0) } ?? RunHistory()
    }

    /// Changes a history, and writes it where it is another than before. One that can't be written is known until the end of
    /// the process: a mini app is not kept from running by that.
    func change(_ id: MiniAppID, _ body: (inout RunHistory) -> Void) {
        let before = history(of: id)
        var history = before
        body(&history)
        guard history != before else { return }
        runs[id] = history
        try? Self.write(history, of: id, in: runFolder)
    }

    private static func write(_ history: RunHistory, of id: MiniAppID, in folder: URL) throws {
        try DurableFile.makeFolder(folder)
        try DurableFile.write(JSONEncoder().encode(history), to: folder.appending(path: id.rawValue))
    }

    /// A version that was starting when the process ended has not become ready.
    static func failInterruptedRuns(in folder: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            guard let id = MiniAppID(name) else { continue }
            var history = history(of: id, in: folder)
            guard let pending = history.pending, let opened = history.opened, opened.code == pending else { continue }
            history.fail(opened)
            try write(history, of: id, in: folder)
        }
    }

    /// Notes that a version is opened.
    ///
    /// - Returns: What was known before.
    func noteOpening(_ id: MiniAppID, _ version: Manifest.Version) -> RunHistory {
        let before = history(of: id)
        change(id) { $0.opened = version }
        return before
    }

    /// Notes that a version is starting; unless it says within `seconds` that it is ready, that counts as a failure.
    public func started(_ miniApp: InstalledMiniApp, readyWithin seconds: Double) {
        let (id, code) = (miniApp.manifest.id, miniApp.manifest.version.code)
        change(id) { $0.start(code) }
        guard history(of: id).pending == code else { return }
        starting[id]?.cancel()
        starting[id] = Task {
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            failed(miniApp)
        }
    }

    /// Notes that a version runs; what it has replaced is no longer kept for a way back.
    public func becameReady(_ miniApp: InstalledMiniApp) async {
        let (id, code) = (miniApp.manifest.id, miniApp.manifest.version.code)
        starting[id]?.cancel()
        starting[id] = nil
        guard history(of: id).good != code else { return }
        change(id) { $0.becomeReady(code) }
        for record in (try? versions(of: id)) ?? [] where record.version.code < code {
            _ = try? await removeCachedMiniApp(id: id, version: record.version.code)
        }
    }

    /// Notes that a version did not become ready.
    public func failed(_ miniApp: InstalledMiniApp) {
        starting[miniApp.manifest.id] = nil
        change(miniApp.manifest.id) { $0.fail(miniApp.manifest.version) }
    }

    /// The version that ran well before one that was set aside, if it is still here and whole.
    func fallback(of id: MiniAppID) throws(CatalogError) -> (miniApp: InstalledMiniApp, statement: ReleaseStatement)? {
        guard let good = history(of: id).good,
            let record = try versions(of: id).first(where: { $0.version.code == good })
        else { return nil }
        return runnable(record)
    }
}
