import AtollPackages
import DurableFiles
import Foundation

/// The mini apps that this device has installed: blobs, and for each version a record that names its file list.
///
/// A version counts as installed once its record is there, and the record is written last, atomically, when every blob
/// has been checked and forced to the disk. So at any instant, after a crash too, the cache holds whole versions only.
///
/// ```
/// blobs/ab/ab12…                 the bytes, each under its digest
/// versions/com.example.kudos/12  the record of version code 12
/// ```
public actor MiniAppCache {
    private let blobs: BlobDirectory
    nonisolated let records: URL
    let limits: CacheLimits
    let isOpen: @Sendable (_ id: MiniAppID, _ fileList: BlobDigest) async -> Bool
    let now: @Sendable () -> Date
    /// The versions that were opened, so that each request does not open them again.
    private var opened: [BlobDigest: InstalledMiniApp] = [:]
    private var installations: [BlobDigest: Task<InstalledMiniApp, any Error>] = [:]

    /// How many blobs are fetched at the same time.
    private static let parallelFetches = 6

    /// Opens the cache in `directory`, makes it where it is missing, and clears away what a killed process left half
    /// done: temporary files, versions that a newer one has replaced, and blobs that no version names.
    ///
    /// - Parameters:
    ///   - limits: How much is kept.
    ///   - isOpen: Whether a version is open somewhere: it is never removed under its user.
    ///   - now: By which uses are dated.
    public init(
        directory: URL, limits: CacheLimits = CacheLimits(),
        isOpen: @escaping @Sendable (_ id: MiniAppID, _ fileList: BlobDigest) async -> Bool = { _, _ in false },
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CatalogError) {
        self.limits = limits
        self.isOpen = isOpen
        self.now = now
        do {
            blobs = try BlobDirectory(directory.appending(path: "blobs"))
            records = directory.appending(path: "versions")
            try DurableFile.makeFolder(records)
            try Self.removeReplacedVersions(in: records)
            try Self.removeBrokenVersions(in: records, blobs)
            try Self.collect(blobs, namedBy: Self.installedRecords(in: records))
        } catch {
            throw .storage(String(describing: error))
        }
    }

    /// The version of `id` with this file list, or nil where it is not installed (any longer).
    public func installed(_ id: MiniAppID, fileList: BlobDigest) throws(CatalogError) -> InstalledMiniApp? {
        if let miniApp = opened[fileList], miniApp.manifest.id == id { return miniApp }
        do {
            guard let record = try Self.records(of: id, in: records).first(where: { $0.fileList == fileList }) else {
                return nil
            }
            let miniApp = try InstalledMiniApp(
                fileList: fileList, in: blobs, permissionsDenied: Set(record.permissionsDenied ?? []))
            opened[fileList] = miniApp
            return miniApp
        } catch {
            throw .storage(String(describing: error))
        }
    }

    /// The newest version of a mini app that is here and whole, with what its publisher signed; nil where there is none.
    func newest(of id: MiniAppID) throws(CatalogError) -> (miniApp: InstalledMiniApp, statement: ReleaseStatement)? {
        let found: [Record]
        do {
            found = try Self.records(of: id, in: records)
        } catch {
            throw .storage(String(describing: error))
        }
        for record in found {
            guard let statement = record.statement.flatMap({ try? ReleaseStatement(parsing: $0) }),
                let miniApp = try? installed(id, fileList: record.fileList),
                (try? Self.check(miniApp, against: statement)) != nil
            else { continue }
            try? Self.noteUse(of: statement, at: now(), in: records)
            return (miniApp, statement)
        }
        return nil
    }

    /// Removes a blob that was found damaged, so that the next opening fetches it again.
    public func discard(_ digest: BlobDigest) {
        try? blobs.remove(digest)
        opened = [:]
    }

    /// Forgets that a version was opened.
    func forget(_ fileList: BlobDigest) { opened[fileList] = nil }

    /// Removes the blobs that no version needs; those of an installation that is under way are left for later.
    func collectBlobs() throws(CatalogError) {
        guard installations.isEmpty else { return }
        do {
            try Self.collect(blobs, namedBy: Self.installedRecords(in: records))
        } catch {
            throw .storage(String(describing: error))
        }
    }

    /// Every installed version, opened, so that what is damaged shows.
    ///
    /// - Throws: ``CatalogError/storage(_:)`` for the first version that is not whole.
    /// - Complexity: Reads every byte of the cache.
    public func verify() throws(CatalogError) -> [InstalledMiniApp] {
        do {
            return try Self.installedRecords(in: records).map { record in
                let version = try InstalledMiniApp(fileList: record.fileList, in: blobs)
                for path in version.paths {
                    if let file = version.file(at: path) { _ = try version.contents(of: file) }
                }
                return version
            }
        } catch {
            throw .storage(String(describing: error))
        }
    }

    func install(
        _ release: AcceptedRelease, from client: CenterClient
    ) async throws(CatalogError) -> InstalledMiniApp {
        do {
            if let version = try openable(release) {
                try Self.check(version, against: release.statement)
                try Self.noteUse(of: release.statement, at: now(), in: records)
                return version
            }
            try await evict(adding: release.statement.app)
            let key = release.statement.files.sha256
            let task =
                installations[key]
                ?? Task {
                    defer {
                        installations[key] = nil
                        // What was removed meanwhile may have left blobs behind.
                        try? collectBlobs()
                    }
                    return try await fetch(release, from: client)
                }
            installations[key] = task
            let version = try await task.value
            try Self.check(version, against: release.statement)
            return version
        } catch let error as CatalogError {
            throw error
        } catch let error as PackageRefusal {
            throw .refused(error)
        } catch let error as ReleaseRefusal {
            throw .notAccepted(error)
        } catch {
            throw .storage(String(describing: error))
        }
    }

    func blob(
        _ digest: BlobDigest, length: Int, from client: CenterClient
    ) async throws(CatalogError) -> Data {
        // A blob that is damaged on disk is as good as missing: it is fetched again.
        if let data = try? blobs.read(digest) { return data }
        let data = try await client.blob(digest, length: length)
        try keep(data, as: digest)
        return data
    }

    /// The installed version, or nil where it is not installed, or no longer whole, or what is denied to it has changed
    /// (then it is installed anew, from what is there).
    private func openable(_ release: AcceptedRelease) throws(CatalogError) -> InstalledMiniApp? {
        let version = try? installed(release.statement.app, fileList: release.statement.files.sha256)
        return version?.permissionsDenied == Set(release.permissionsDenied) ? version : nil
    }

    private func fetch(_ release: AcceptedRelease, from client: CenterClient) async throws -> InstalledMiniApp {
        let statement = release.statement
        let reference = statement.files
        let list = try FileList(decoding: await blob(reference.sha256, length: reference.length, from: client))
        guard list.files.count == reference.count, list.totalBytes == reference.bytes else {
            throw ReleaseRefusal.otherFiles("there are other files than were counted")
        }
        guard list.digest(ofFileAt: Manifest.path) == statement.manifest else {
            throw ReleaseRefusal.otherManifest(statement.app)
        }
        try await fetchMissing(list, from: client)

        let denied = Set(release.permissionsDenied)
        let version = try InstalledMiniApp(fileList: reference.sha256, in: blobs, permissionsDenied: denied)
        opened[reference.sha256] = nil
        try Self.check(version, against: statement)
        try write(
            Record(
                id: statement.app, version: statement.version, fileList: reference.sha256,
                permissionsDenied: denied.sorted(), statement: statement.canonicalBytes, created: now(),
                size: reference.bytes))
        return version
    }

    /// Makes sure that a version is the one that its publisher signed for.
    private static func check(
        _ version: InstalledMiniApp, against statement: ReleaseStatement
    ) throws(ReleaseRefusal) {
        let manifest = version.manifest
        guard version.file(at: Manifest.path)?.sha256 == statement.manifest, manifest.id == statement.app,
            manifest.version == statement.version, manifest.platform.minimumCode == statement.minimumPlatform
        else { throw .otherManifest(statement.app) }
    }

    private func fetchMissing(_ list: FileList, from client: CenterClient) async throws {
        var missing: [BlobDigest: Int] = [:]
        for file in list.files where (try? blobs.read(file.sha256)) == nil { missing[file.sha256] = file.length }
        try await withThrowingTaskGroup(of: (BlobDigest, Data).self) { group in
            var waiting = missing.makeIterator()
            func startNext() {
                guard let (digest, length) = waiting.next() else { return }
                group.addTask { (digest, try await client.blob(digest, length: length)) }
            }
            for _ in 0..<Self.parallelFetches { startNext() }
            while let (digest, data) = try await group.next() {
                try keep(data, as: digest)
                startNext()
            }
        }
    }

    private func keep(_ data: Data, as digest: BlobDigest) throws(CatalogError) {
        do {
            try blobs.write(data, as: digest)
        } catch {
            throw .storage(String(describing: error))
        }
    }

    private func write(_ record: Record) throws {
        let folder = Self.folder(of: record.id, in: records)
        try DurableFile.makeFolder(folder)
        let data = try JSONEncoder().encode(record)
        let file = folder.appending(path: String(record.version.code))
        try DurableFile.write(data, to: file)
        try Self.noteUse(file, at: now())
    }
}
