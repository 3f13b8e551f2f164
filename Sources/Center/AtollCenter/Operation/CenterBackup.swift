import AtollCenterDomain
import AtollPackages
import DurableFiles
import Foundation
import GRDB

/// A copy of a Center's folder, taken while the Center runs or is stopped.
///
/// The order of the steps makes the copy usable while the Center continues to write: each step copies at least what the
/// steps before it refer to. The database comes first, then the repository's timestamp, then the rest of the
/// repository, then the files of the versions. A second backup into the same folder copies only what is new.
///
/// The Center's keys are left out: they belong in a separate, sealed place.
package struct CenterBackup {
    /// The Center's folder.
    package let data: URL
    /// The folder of the copy.
    package let folder: URL

    package init(of data: URL, in folder: URL) {
        self.data = data
        self.folder = folder
    }

    /// The number of files and bytes that a backup or a restore copied.
    package struct Summary: Sendable, Equatable {
        package var copiedFiles = 0
        package var unchangedFiles = 0
        package var copiedBytes: Int64 = 0
        /// The paths of blobs that are damaged in the Center's own folder.
        package var damaged: [String] = []
    }

    /// Marks the folder of a backup, and says whether the copy is whole.
    private struct Mark: Codable {
        var format = 1
        var isComplete: Bool
    }

    private static let mark = "backup.json"
    /// Is in a Center's folder while it is restored: a Center does not start there.
    static let restoring = "restoring"
    private static let timestamp = "repository/metadata/timestamp.json"
    private static let database = "center.sqlite"

    /// Copies the Center's folder, and removes from the copy what the Center no longer has.
    ///
    /// - Parameter verifying: Whether to read the files that an earlier backup has copied, and to copy again those that
    ///   are damaged.
    /// - Returns: The number of files and bytes that were copied.
    /// - Throws: ``BackupFailure``, or an error of the file system or the database. The copy is then not whole, and
    ///   ``restore(keys:)`` refuses it; running it again continues.
    /// - Complexity: Reads the whole database and repository, and every blob that the last backup lacks; with
    ///   `verifying`, all blobs.
    package func save(verifying: Bool = false) throws -> Summary {
        guard exists(Self.database, in: data), exists("repository", in: data) else {
            throw BackupFailure.noCenter(data.path)
        }
        guard !exists(CenterConfiguration.movedNote, in: data) else { throw BackupFailure.moved(data.path) }
        guard !isInside(folder, data), !isInside(data, folder) else { throw BackupFailure.insideData(folder.path) }
        let isNew = try isEmpty(folder)
        // Any other folder may be a Center, which a copy would destroy.
        guard isNew || exists(Self.mark, in: folder) else { throw BackupFailure.otherFolder(folder.path) }
        if !FileManager.default.fileExists(atPath: folder.path) { try DurableFile.makePrivateFolder(folder) }
        for name in [Self.mark, Self.database, "lock"] { _ = try isFile(name, in: folder) }
        let lock: FolderLock
        do { lock = try FolderLock(folder) } catch is FolderInUse { throw BackupFailure.inUse(folder.path) }
        defer { withExtendedLifetime(lock) {} }
        try requireSameCenter()
        try write(Mark(isComplete: false))

        var summary = Summary()
        try copyDatabase(&summary)
        for name in ["repository", "repository/metadata"] { _ = try isFolder(name, in: folder) }
        try copyFile(Self.timestamp, from: data, to: folder, .changing, &summary)
        for name in ["repository", "blobs"] {
            let copied = try copyTree(
                name, from: data, to: folder, except: [Self.timestamp], verifying ? .verified : .fixed, &summary)
            try remove(name, except: copied)
        }
        try DurableFile.synchronize(folder)
        try write(Mark(isComplete: true))
        return summary
    }

    private func write(_ mark: Mark) throws {
        try DurableFile.write(JSONEncoder().encode(mark), to: folder.appending(path: Self.mark), permissions: 0o600)
    }

    /// Removes the files of the copy that the Center no longer has.
    private func remove(_ name: String, except known: Set<String>) throws {
        guard exists(name, in: folder) else { return }
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: name).path) {
            let path = "\(name)/\(path)"
            guard path != Self.timestamp, !known.contains(path), try isFile(path, in: folder) else { continue }
            try DurableFile.remove(folder.appending(path: path))
        }
    }

    /// - Throws: ``CenterConfigurationError`` for a folder in which a Center would start with an empty database by
    ///   mistake: its restore was interrupted, or its database is lost.
    static func requireWholeCenter(in data: URL) throws {
        func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: data.appending(path: name).path) }
        guard !exists(restoring) else { throw CenterConfigurationError.restoring(data.path) }
        // A ceremony makes a repository before there is a database; files of versions come after it.
        let blobs = data.appending(path: "blobs").path
        let hasFiles = (try? FileManager.default.contentsOfDirectory(atPath: blobs).isEmpty) == false
        guard exists(database) || !hasFiles else { throw CenterConfigurationError.noDatabase(data.path) }
    }

    /// Makes a Center's folder from the copy.
    ///
    /// - Parameter keys: The folder with the Center's keys, to be copied with it; nil to bring them later.
    /// - Throws: ``BackupFailure``, also if the repository does not name these keys, or an error of the file system.
    ///   What was written is then removed again.
    package func restore(keys: URL?) throws -> Summary {
        guard let note = try DurableFile.contents(of: folder.appending(path: Self.mark)),
            let mark = try? JSONDecoder().decode(Mark.self, from: note), mark.format == 1
        else { throw BackupFailure.noBackup(folder.path) }
        guard mark.isComplete, exists(Self.database, in: folder) else {
            throw BackupFailure.incomplete(folder.path)
        }
        guard try isEmpty(data) else {
            throw exists(Self.restoring, in: data)
                ? BackupFailure.interrupted(data.path) : BackupFailure.notEmpty(data.path)
        }
        if let keys, try isEmpty(keys) { throw BackupFailure.noKeys(keys.path) }
        if let keys { try requireNamed(keys) }
        let wasThere = FileManager.default.fileExists(atPath: data.path)
        try DurableFile.makePrivateFolder(data)
        let lock: FolderLock
        do { lock = try FolderLock(data) } catch is FolderInUse { throw BackupFailure.inUse(data.path) }
        defer { withExtendedLifetime(lock) {} }
        try DurableFile.write(Data(), to: data.appending(path: Self.restoring), permissions: 0o600)
        var summary = Summary()
        do {
            for name in ["repository", "blobs"] {
                _ = try copyTree(name, from: folder, to: data, except: [], .whole, &summary)
            }
            if let keys {
                try DurableFile.makePrivateFolder(data.appending(path: "keys"))
                for name in try FileManager.default.contentsOfDirectory(atPath: keys.path).sorted() {
                    let key = data.appending(path: "keys/\(name)")
                    try DurableFile.write(Data(contentsOf: keys.appending(path: name)), to: key, permissions: 0o600)
                }
            }
            try copyFile(Self.database, from: folder, to: data, .changing, &summary)
            try DurableFile.synchronize(data)
            try DurableFile.remove(data.appending(path: Self.restoring))
        } catch {
            // Removes only what this restore wrote: an operator may have copied the keys into the folder meanwhile.
            let written =
                ["repository", "blobs", Self.database, "lock", Self.restoring] + (keys == nil ? [] : ["keys"])
            for name in written { try? FileManager.default.removeItem(at: data.appending(path: name)) }
            if !wasThere { try? FileManager.default.removeItem(at: data) }
            throw error
        }
        return summary
    }

    private func copyDatabase(_ summary: inout Summary) throws {
        let copy = folder.appending(path: "\(DurableFile.temporaryPrefix)\(UUID().uuidString)")
        defer {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy.path + suffix) }
        }
        try DurableFile.removeLeftovers(in: folder)
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(30)
            let (source, target) = (
                try DatabaseQueue(path: data.appending(path: Self.database).path, configuration: configuration),
                try DatabaseQueue(path: copy.path)
            )
            try source.backup(to: target)
            // One file: what is in a journal beside it would be lost with the rename.
            try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try target.close()
            try source.close()
        } catch let error as DatabaseError {
            throw BackupFailure.database(error.message ?? "SQLite reports \(error.resultCode)")
        }
        let place = folder.appending(path: Self.database)
        guard rename(copy.path, place.path) == 0 else { throw POSIXError.last }
        summary.copiedFiles += 1
        summary.copiedBytes += FileStamp(path: place.path)?.size ?? 0
    }

    /// How a file is copied that is there already.
    private enum Treatment {
        /// It is compared.
        case changing
        /// Its name is the digest of its contents: one with the same length is not read.
        case fixed
        /// The file is read, and copied again if the copy is damaged. A file that is damaged in the Center stays in the
        /// copy as it was.
        case verified
        /// It must have the digest that it is named by.
        case whole
    }

    /// Copies the files below a folder. Files that the Center removes meanwhile are left out.
    ///
    /// - Parameter treatment: How blobs are copied; other files are compared.
    /// - Returns: Their paths.
    private func copyTree(
        _ name: String, from source: URL, to target: URL, except: Set<String>, _ treatment: Treatment,
        _ summary: inout Summary
    ) throws -> Set<String> {
        guard try isFolder(name, in: source) else { return [] }
        _ = try isFolder(name, in: target)
        var found: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: source.appending(path: name).path).sorted() {
            let path = "\(name)/\(path)"
            let isTemporary = path.split(separator: "/").last?.hasPrefix(DurableFile.temporaryPrefix) == true
            guard !isTemporary, !except.contains(path) else { continue }
            try copyFile(path, from: source, to: target, name == "blobs" ? treatment : .changing, &summary)
            found.insert(path)
        }
        return found
    }

    private func copyFile(
        _ path: String, from source: URL, to target: URL, _ treatment: Treatment, _ summary: inout Summary
    ) throws {
        let (from, to) = (source.appending(path: path), target.appending(path: path))
        switch try kind(of: path, in: source) {
        case .typeDirectory?:
            _ = try isFolder(path, in: target)
            return try DurableFile.makeFolderUnforced(path: to.path)
        case .some: break
        case nil: return
        }
        let isThere = try kind(of: path, in: target) != nil
        guard let stamp = FileStamp(path: from.path) else { return }
        if treatment == .fixed, isThere, FileStamp(path: to.path)?.size == stamp.size {
            summary.unchangedFiles += 1
            return
        }
        if treatment == .verified, isThere, isWhole(try DurableFile.contents(of: to), path) {
            summary.unchangedFiles += 1
            return
        }
        guard let contents = try DurableFile.contents(of: from) else { return }
        switch treatment {
        case .verified where !isWhole(contents, path):
            summary.damaged.append(from.path)
            return
        case .whole where !isWhole(contents, path): throw BackupFailure.damaged(from.path)
        default: break
        }
        if treatment == .changing, isThere, try DurableFile.contents(of: to) == contents {
            summary.unchangedFiles += 1
            return
        }
        try DurableFile.makeFolderUnforced(path: to.deletingLastPathComponent().path)
        try DurableFile.writeUnforced(contents, to: to)
        summary.copiedFiles += 1
        summary.copiedBytes += Int64(contents.count)
    }

    /// Whether a blob has the digest that it is named by.
    private func isWhole(_ contents: Data?, _ path: String) -> Bool {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        return contents.map { SHA256Hash(of: $0).hex.utf8.elementsEqual(name) } ?? false
    }

    /// Whether a path is a file or a folder; nil if it does not exist.
    ///
    /// - Throws: ``BackupFailure/notAFile(_:)`` for anything but a file and a folder: a link would lead out of the
    ///   copy.
    private func kind(of path: String, in folder: URL) throws -> FileAttributeType? {
        let place = folder.appending(path: path).path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: place) else { return nil }
        guard let kind = attributes[.type] as? FileAttributeType, kind == .typeRegular || kind == .typeDirectory else {
            throw BackupFailure.notAFile(place)
        }
        return kind
    }

    private func isFile(_ path: String, in folder: URL) throws -> Bool {
        try kind(of: path, in: folder) == .typeRegular
    }

    private func isFolder(_ path: String, in folder: URL) throws -> Bool {
        try kind(of: path, in: folder).map { kind in
            guard kind == .typeDirectory else { throw BackupFailure.notAFile(folder.appending(path: path).path) }
            return true
        } ?? false
    }

    private func exists(_ name: String, in folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    /// Whether a folder has nothing in it, or does not exist.
    private func isEmpty(_ folder: URL) throws -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) else { return true }
        guard isFolder.boolValue else { return false }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty
    }

    private func isInside(_ folder: URL, _ other: URL) -> Bool {
        let (inner, outer) = (folder.resolvingSymlinksInPath().path, other.resolvingSymlinksInPath().path)
        return inner == outer || inner.utf8.starts(with: (outer + "/").utf8)
    }
}
