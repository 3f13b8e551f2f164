import AtollPackages
import DurableFiles
import Foundation

extension MiniAppCache {
    /// An installed version and its file list.
    struct Record: Codable, Hashable {
        let id: MiniAppID
        let version: Manifest.Version
        let fileList: SHA256Hash
        /// The permissions in the manifest that the operator denies.
        var permissionsDenied: [String]?
        /// The statement that its publisher signed, by which it is judged while the Center is out of reach.
        var statement: Data?
        var created: Date?
        /// The sum of its files' lengths, in bytes.
        var size: Int?
    }

    static func record(of id: MiniAppID, code: Int, in records: URL) throws -> Record {
        let file = folder(of: id, in: records).appending(path: String(code))
        // own: a file of this host
        return try JSONDecoder().decode(Record.self, from: Data(contentsOf: file))
    }

    static func removeRecord(of id: MiniAppID, code: Int, in records: URL) throws {
        let folder = folder(of: id, in: records)
        try FileManager.default.removeItem(at: folder.appending(path: String(code)))
        try? FileManager.default.removeItem(at: folder.appending(path: "\(code).seals"))
        try DurableFile.synchronizeFolder(folder)
    }

    /// Records the use of a version: its record's modification date is the date of its last use.
    static func noteUse(
        of statement: ReleaseStatement, as id: MiniAppID? = nil, at time: Date, in records: URL
    ) throws {
        try noteUse(
            folder(of: id ?? statement.app, in: records).appending(path: String(statement.version.code)), at: time)
    }

    static func noteUse(_ record: URL, at time: Date) throws {
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: record.path)
    }

    /// The versions in the cache, ordered by id, the newest version of each mini app first.
    static func cached(in records: URL) throws -> [CachedMiniApp] {
        try installedRecords(in: records).map { record in
            let file = folder(of: record.id, in: records).appending(path: String(record.version.code))
            let used = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
            let lastUsed = used ?? .distantPast
            return CachedMiniApp(
                id: record.id, version: record.version, size: record.size ?? 0, created: record.created ?? lastUsed,
                lastUsed: lastUsed)
        }
    }

    static func folder(of id: MiniAppID, in records: URL) -> URL {
        records.appending(path: id.rawValue)
    }

    /// The installed versions of a mini app, the newest first.
    static func records(of id: MiniAppID, in records: URL) throws -> [Record] {
        let folder = folder(of: id, in: records)
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { Int($0) != nil }
            // own: a file of this host
            .compactMap { try? JSONDecoder().decode(Record.self, from: Data(contentsOf: folder.appending(path: $0))) }
            .sorted { $0.version.code > $1.version.code }
    }

    static func installedRecords(in records: URL) throws -> [Record] {
        // The system may have emptied the folder.
        guard FileManager.default.fileExists(atPath: records.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: records.path).sorted()
            .compactMap { MiniAppID($0) }
            .flatMap { try Self.records(of: $0, in: records) }
    }

    /// Retains the newest version of each mini app and the one that last ran well, and removes the others. The process
    /// that replaced a version retains it, because it may be open; the next start removes it here.
    static func removeReplacedVersions(in records: URL, runs: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: records.path) {
            guard let id = MiniAppID(name) else { continue }
            try DurableFile.removeLeftovers(in: folder(of: id, in: records))
            let good = history(of: id, in: runs).good
            for record in try Self.records(of: id, in: records).dropFirst() where record.version.code != good {
                try removeRecord(of: id, code: record.version.code, in: records)
            }
        }
    }

    /// Removes versions that can't be opened because the disk is damaged or files were deleted by hand: fetching them
    /// again is better than a cache that stops the app from starting.
    static func removeBrokenVersions(in records: URL, _ blobs: BlobDirectory) throws {
        for record in try installedRecords(in: records)
        where (try? InstalledMiniApp(fileList: record.fileList, in: blobs)) == nil {
            try removeRecord(of: record.id, code: record.version.code, in: records)
        }
    }

    /// Removes the blobs that none of `records` needs.
    static func collect(_ blobs: BlobDirectory, namedBy records: [Record]) throws {
        var needed: Set<SHA256Hash> = []
        for record in records {
            needed.insert(record.fileList)
            guard let encoded = try blobs.read(record.fileList) else { continue }
            needed.formUnion(try FileList(decoding: encoded).files.map(\.sha256))
        }
        for digest in try blobs.digests() where !needed.contains(digest) { try blobs.remove(digest) }
    }

    func write(_ record: Record) throws {
        let folder = Self.folder(of: record.id, in: records)
        try DurableFile.makeFolder(folder)
        let data = try JSONEncoder().encode(record)
        let file = folder.appending(path: String(record.version.code))
        try DurableFile.write(data, to: file)
        try Self.noteUse(file, at: now())
    }

    /// The faults of the cache at `directory`, one line each; nothing is changed. No process may be using the cache.
    ///
    /// - Complexity: Reads every byte of the cache.
    public static func faults(in directory: URL) -> [String] {
        let records = directory.appending(path: "versions")
        guard FileManager.default.fileExists(atPath: records.path) else { return [] }
        var faults: [String] = []
        do {
            let blobs = try BlobDirectory(directory.appending(path: "blobs"))
            for name in try FileManager.default.contentsOfDirectory(atPath: records.path).sorted() {
                let folder = records.appending(path: name)
                for code in try FileManager.default.contentsOfDirectory(atPath: folder.path) where Int(code) != nil {
                    do {
                        let data = try Data(contentsOf: folder.appending(path: code))
                        // own: a file of this host
                        let record = try JSONDecoder().decode(Record.self, from: data)
                        let version = try InstalledMiniApp(fileList: record.fileList, in: blobs)
                        for file in version.list.files { _ = try version.contents(of: file) }
                    } catch {
                        faults.append("\(name) \(code): \(error)")
                    }
                }
            }
        } catch {
            faults.append(String(describing: error))
        }
        return faults
    }
}
