import AtollPackages
import DurableFiles
import Foundation
import PrintableText

/// The mini apps that this device has installed: blobs, and for each version a record that names its file list.
///
/// A version counts as installed once its record is there, and the record is written last, atomically, when every blob
/// has been checked and forced to the disk. So at any instant, after a crash too, the cache holds whole versions only.
///
/// ```
/// format                               which form of cache this is
/// blobs/ab/ab12…                       the bytes, each under its digest
/// versions/com.example.kudos/12        the record of version code 12
/// versions/com.example.kudos/12.seals  sizes and times of its files, by which changes are noticed
/// runs/com.example.kudos               which version ran well, and which did not
/// runs/users/ab12…/com.example.kudos   the same for one user of a device that many share
/// ```
public actor MiniAppCache {
    let blobs: BlobDirectory
    nonisolated let records: URL
    nonisolated let runFolder: URL
    let limits: CacheLimits
    let isOpen: @Sendable (_ id: MiniAppID, _ fileList: BlobDigest) async -> Bool
    let removeStorage: @Sendable (MiniAppID) async throws -> Void
    let now: @Sendable () -> Date
    private let lock: FolderLock
    /// The versions that were opened, so that each request does not open them again.
    private var opened: [BlobDigest: InstalledMiniApp] = [:]
    var installations: [BlobDigest: Installation] = [:]
    let setAside: SetAsidePolicy
    /// Told when a version is set aside for all users of a shared device, and by how many.
    let noteSetAside: @Sendable (MiniAppID, Manifest.Version, _ users: Int) -> Void
    /// What is known of runs, read once.
    var runs: [RunKey: RunHistory] = [:]
    /// Mini apps of which a newer version was refused while an older one was open.
    private var refused: Set<MiniAppID> = []
    /// Versions that were started and have not said yet that they are ready.
    var starting: [RunKey: Task<Void, Never>] = [:]
    /// The bytes of pictures that were kept since blobs were collected.
    var iconBytes = 0
    /// How many bytes of pictures are kept beside installed versions.
    var maximumIconBytes = 32 * 1024 * 1024

    /// The form of the cache that this version writes.
    static let format = 2

    /// Opens the cache in `directory`, makes it where it is missing, and clears away what a killed process left half
    /// done: temporary files, versions that a newer one has replaced, and blobs that no version names.
    ///
    /// - Parameters:
    ///   - limits: How much is kept.
    ///   - isOpen: Whether a version is open somewhere: it is never removed under its user.
    ///   - removeStorage: Removes what a mini app has stored, for all users.
    ///   - setAside: When a version is set aside for all users of a shared device.
    ///   - noteSetAside: Told of that.
    ///   - now: By which uses are dated.
    /// - Throws: ``CatalogError/cacheInUse`` where another process has it, ``CatalogError/newerCache(_:)`` where a later
    ///   version of this library wrote it, or ``CatalogError/storage(_:)``.
    public init(
        directory: URL, limits: CacheLimits = CacheLimits(),
        isOpen: @escaping @Sendable (_ id: MiniAppID, _ fileList: BlobDigest) async -> Bool = { _, _ in false },
        removeStorage: @escaping @Sendable (MiniAppID) async throws -> Void = { _ in },
        setAside: SetAsidePolicy = SetAsidePolicy(),
        noteSetAside: @escaping @Sendable (MiniAppID, Manifest.Version, _ users: Int) -> Void = { _, _, _ in },
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CatalogError) {
        self.limits = limits
        self.isOpen = isOpen
        self.removeStorage = removeStorage
        self.setAside = setAside
        self.noteSetAside = noteSetAside
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
        if let data = FileManager.default.contents(atPath: file.path) {
            let found = Int(String(decoding: data, as: UTF8.self)) ?? 0
            guard found <= format else { throw CatalogError.newerCache(found) }
            if found == format { return }
        }
        try DurableFile.write(Data(String(format).utf8), to: file)
    }

    /// The version of `id` with this file list, or nil where it is not installed (any longer).
    public func installed(_ id: MiniAppID, fileList: BlobDigest) throws(CatalogError) -> InstalledMiniApp? {
        if let miniApp = opened[fileList], miniApp.manifest.id == id { return miniApp }
        guard let record = try versions(of: id).first(where: { $0.fileList == fileList }) else { return nil }
        return try open(record)
    }

    /// The version of `id` with this code, or nil where it is not installed.
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
            let miniApp = try InstalledMiniApp(
                fileList: record.fileList, in: blobs, permissionsDenied: Set(record.permissionsDenied ?? []))
            opened[record.fileList] = miniApp
            return miniApp
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    /// A version as it is about to run: its record is there, and its files are those that were checked. Files whose size or
    /// time is another than then are read and compared.
    ///
    /// - Returns: nil where something is missing or damaged; then it has to be installed again, from what is there.
    /// - Complexity: Asks the file system once for each file.
    func whole(_ record: Record) -> InstalledMiniApp? {
        guard let current = try? Self.record(of: record.id, code: record.version.code, in: records),
            current.fileList == record.fileList
        else {
            // The system may have emptied the folder while it was open.
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

    /// Whether what is here may not be opened before the Center was asked.
    func mustAsk(for id: MiniAppID) -> Bool { refused.contains(id) }

    /// Notes whether what the Center says of a mini app was refused.
    func noteAsked(for id: MiniAppID, isRefused: Bool) {
        if isRefused { refused.insert(id) } else { refused.remove(id) }
    }

    /// Removes a blob that was found damaged, so that the next opening fetches it again.
    public func discard(_ digest: BlobDigest) {
        try? blobs.remove(digest)
        opened = [:]
    }

    /// Forgets that a version was opened.
    func forget(_ fileList: BlobDigest) { opened[fileList] = nil }

    /// Every installed version, opened, so that what is damaged shows.
    ///
    /// - Throws: ``CatalogError/storage(_:)`` for the first version that is not whole.
    /// - Complexity: Reads every byte of the cache.
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

    /// Reads every byte of the cache, and removes the blobs that are damaged: what needs them is fetched again when it is
    /// loaded.
    ///
    /// - Returns: The blobs that were removed.
    public func repair() throws(CatalogError) -> [BlobDigest] {
        do {
            let damaged = try blobs.digests().filter { (try? blobs.read($0)) == nil }
            for digest in damaged { discard(digest) }
            return damaged
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }
}
