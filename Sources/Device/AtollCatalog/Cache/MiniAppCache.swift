import AtollPackages
import DurableFiles
import Foundation
import PrintableText

/// The mini apps that are installed on this device: blobs, and for each version a record that names its file list.
///
/// A version counts as installed once its record exists. The record is written last, atomically, after every blob has
/// been verified and flushed to disk. So at any time, even after a crash, the cache contains complete versions only.
///
/// ```
/// format                               the format of the cache
/// blobs/ab/ab12…                       the bytes, each file under its digest
/// versions/com.example.kudos/12        the record of version code 12
/// versions/com.example.kudos/12.seals  sizes and times of its files, to detect changes
/// runs/com.example.kudos               which version ran well, and which did not
/// runs/users/ab12…/com.example.kudos   the same for one user of a device that many users share
/// ```
public actor MiniAppCache {
    let blobs: BlobDirectory
    nonisolated let records: URL
    nonisolated let runFolder: URL
    let limits: CacheLimits
    let isOpen: @Sendable (_ id: MiniAppID, _ fileList: SHA256Hash) async -> Bool
    let removeStorage: @Sendable (MiniAppID) async throws -> Void
    let now: @Sendable () -> Date
    /// Counts openings and starts; `nil` to count nothing.
    public nonisolated let usage: UsageLog?
    /// Searches inside the versions.
    nonisolated let contents = SearchableContents()
    private let lock: FolderLock
    /// The versions that are open, so that requests do not open them again.
    private var opened: [SHA256Hash: InstalledMiniApp] = [:]
    /// The mini apps that a developer works on; empty in every app.
    var developed: [MiniAppID: InstalledMiniApp] = [:]
    /// Blobs of their versions before.
    var replaced: Set<SHA256Hash> = []
    var installations: [InstallationKey: Installation] = [:]
    let setAside: SetAsidePolicy
    /// Called when a version is set aside for all users of a shared device, with the number of users it failed for.
    let noteSetAside: @Sendable (MiniAppID, Manifest.Version, _ users: Int) -> Void
    /// The run histories, each read from disk once.
    var runs: [RunKey: RunHistory] = [:]
    /// Mini apps whose update was refused in the background while a cached version was open.
    private var refused: Set<MiniAppID> = []
    /// Versions that were started and have not become ready yet, each with the task that lets it fail.
    var starting: [RunKey: Task<Void, Never>] = [:]
    /// The bytes of icons that were stored since blobs were last collected.
    var iconBytes = 0
    /// The most bytes of icons that are stored in addition to installed versions.
    var maximumIconBytes = 32 * 1024 * 1024

    /// The cache format that this library writes.
    static let format = 2

    /// Opens the cache in `directory`, creates it if it is missing, and cleans up after a process that was killed:
    /// temporary files, versions that a newer one has replaced, and blobs that no version names.
    ///
    /// - Parameters:
    ///   - limits: How many mini apps are retained, and for how long.
    ///   - isOpen: Returns whether a version is open anywhere; an open version is never removed.
    ///   - removeStorage: Removes the data that a mini app has stored, for all users.
    ///   - setAside: When a version is set aside for all users of a shared device.
    ///   - noteSetAside: Called when that happens, with the number of users for whom the version failed.
    ///   - usage: Counts openings and starts; nil to count nothing.
    ///   - now: Returns the current time, by which installations and uses are dated.
    /// - Throws: ``CatalogError/cacheInUse`` if another process is using it, ``CatalogError/newerCache(_:)`` if a later
    ///   version of this library wrote it, or ``CatalogError/storage(_:)``.
    public init(
        directory: URL, limits: CacheLimits = CacheLimits(),
        isOpen: @escaping @Sendable (_ id: MiniAppID, _ fileList: SHA256Hash) async -> Bool = { _, _ in false },
        removeStorage: @escaping @Sendable (MiniAppID) async throws -> Void = { _ in },
        setAside: SetAsidePolicy = SetAsidePolicy(),
        noteSetAside: @escaping @Sendable (MiniAppID, Manifest.Version, _ users: Int) -> Void = { _, _, _ in },
        usage: UsageLog? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CatalogError) {
        self.limits = limits
        self.isOpen = isOpen
        self.removeStorage = removeStorage
        self.setAside = setAside
        self.noteSetAside = noteSetAside
        self.usage = usage
        self.now = now
        records = directory.appending(path: "versions")
        runFolder = directory.appending(path: "runs")
        do {
            try DurableFile.makeFolder(directory)
            lock = try FolderLock(directory)
            try Self.checkFormat(directory)
            blobs = try BlobDirectory(directory.appending(path: "blobs"))
            try DurableFile.makeFolder(records)
            try DurableFile.makeFolder(runFolder)
            try DurableFile.removeLeftovers(in: runFolder)
            try Self.failInterruptedRuns(in: runFolder)
            try Self.removeReplacedVersions(in: records, runs: runFolder)
            try Self.removeBrokenVersions(in: records, blobs)
            try Self.collect(blobs, namedBy: Self.installedRecords(in: records))
        } catch let error as CatalogError {
            throw error
        } catch is FolderInUse {
            throw .cacheInUse
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    private static func checkFormat(_ directory: URL) throws {
        let file = directory.appending(path: "format")
        if let data = try DurableFile.contents(of: file) {
            let found = Int(String(decoding: data, as: UTF8.self)) ?? 0
            guard found <= format else { throw CatalogError.newerCache(found) }
            if found == format { return }
        }
        try DurableFile.write(Data(String(format).utf8), to: file)
    }

    /// The version of `id` with this file list, or nil if it is not installed (any longer).
    ///
    /// - Throws: ``CatalogError/storage(_:)``.
    public func installed(_ id: MiniAppID, fileList: SHA256Hash) throws(CatalogError) -> InstalledMiniApp? {
        if let miniApp = developed[id] { return miniApp }
        if let miniApp = opened[fileList], miniApp.manifest.id == id { return miniApp }
        guard let record = try versions(of: id).first(where: { $0.fileList == fileList }) else { return nil }
        return try open(record)
    }

    /// The version of `id` with this version code, or nil if it is not installed.
    ///
    /// - Throws: ``CatalogError/storage(_:)``.
    public func installed(_ id: MiniAppID, code: Int) throws(CatalogError) -> InstalledMiniApp? {
        guard let record = try versions(of: id).first(where: { $0.version.code == code }) else { return nil }
        return try installed(id, fileList: record.fileList)
    }

    /// The installed versions of a mini app, the newest first.
    func versions(of id: MiniAppID) throws(CatalogError) -> [Record] {
        do {
            return try Self.records(of: id, in: records)
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    func open(_ record: Record) throws(CatalogError) -> InstalledMiniApp {
        do {
            var miniApp = try InstalledMiniApp(
                fileList: record.fileList, in: blobs, permissionsDenied: Set(record.permissionsDenied ?? []))
            if record.id.isPreview, let preview = miniApp.asPreview { miniApp = preview }
            opened[record.fileList] = miniApp
            return miniApp
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    /// A version that is about to run, if its record exists and its files are those that were verified. Files whose
    /// size or modification time has changed since then are read and verified again.
    ///
    /// - Returns: The version, or nil if anything is missing or damaged; it must then be installed again, which fetches
    ///   only what is missing.
    /// - Complexity: One file system query for each file.
    func whole(_ record: Record) -> InstalledMiniApp? {
        guard let current = try? Self.record(of: record.id, code: record.version.code, in: records),
            current.fileList == record.fileList
        else {
            // The system may have emptied the folder while the cache was open.
            forget(record.fileList)
            return nil
        }
        let known = opened[record.fileList].flatMap { $0.manifest.id == record.id ? $0 : nil }
        guard let miniApp = try? known ?? open(record) else { return nil }
        var seals = FileSeals(of: record, in: records)
        for (index, file) in miniApp.list.files.enumerated() {
            guard let stamp = blobs.stamp(of: file.sha256) else {
                forget(record.fileList)
                return nil
            }
            if seals[index] == stamp { continue }
            guard (try? blobs.read(file.sha256)) != nil else {
                discard(file.sha256)
                return nil
            }
            seals.note(stamp, at: index)
        }
        seals.save(of: record, in: records)
        return miniApp
    }

    /// Whether the Center must be asked before a cached version opens.
    func mustAsk(for id: MiniAppID) -> Bool { refused.contains(id) }

    /// Records whether the Center's response for a mini app was refused.
    func noteAsked(for id: MiniAppID, isRefused: Bool) {
        if isRefused { refused.insert(id) } else { refused.remove(id) }
    }

    /// Removes a damaged blob, so that the next opening fetches it again.
    public func discard(_ digest: SHA256Hash) {
        try? blobs.remove(digest)
        opened = [:]
    }

    /// Drops a version from the open ones.
    func forget(_ fileList: SHA256Hash) { opened[fileList] = nil }

    /// Opens every installed version and verifies its files.
    ///
    /// - Returns: The installed versions.
    /// - Throws: ``CatalogError/storage(_:)`` for the first version that is incomplete or damaged.
    /// - Complexity: Reads every byte of the installed versions.
    public func verify() throws(CatalogError) -> [InstalledMiniApp] {
        do {
            return try Self.installedRecords(in: records).map { record in
                let version = try InstalledMiniApp(fileList: record.fileList, in: blobs)
                for file in version.list.files { _ = try version.contents(of: file) }
                return version
            }
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    /// Verifies every blob in the cache and removes the damaged ones: they are fetched again when a version that needs
    /// them is loaded.
    ///
    /// - Returns: The digests of the blobs that were removed.
    /// - Complexity: Reads every byte of the cache.
    public func repair() throws(CatalogError) -> [SHA256Hash] {
        do {
            let damaged = try blobs.digests().filter { (try? blobs.read($0)) == nil }
            for digest in damaged { discard(digest) }
            return damaged
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }
}
