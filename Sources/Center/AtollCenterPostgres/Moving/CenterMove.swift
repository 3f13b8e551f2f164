import AtollCenter
import AtollCenterDomain
import AtollCenterSQLite
import AtollPackages
import AtollPostgres
import DurableFiles
import Foundation
import ObjectStorage
import TUF

/// Moves a Center from SQLite and a folder to PostgreSQL and a bucket: its rows, blobs and signed repository.
///
/// Data that exists there is not stored again, so that an interrupted move can be repeated. Every row is
/// compared, and every byte is read from the bucket. Then the folder is marked, so that no Center starts with it, and
/// only then the repository becomes the current one in the new place: there is no moment in which both could sign.
package struct CenterMove: Sendable {
    private let folder: URL
    /// Keeps other processes out of the folder.
    private let lock: FolderLock
    private let source: SQLiteArchive
    private let target: PostgresCatalogStore
    private let blobs: BucketBlobs
    private let repository: SharedRepository
    private let targetStores: CenterStores
    private let progress: @Sendable (String) -> Void

    /// How many rows are moved at a time.
    private static let batch = 1_000

    /// - Parameters:
    ///   - folder: The Center's folder.
    ///   - progress: Called with a line for the operator.
    /// - Throws: `FolderInUse` while a Center runs with the folder, or an error of the database.
    package init(
        from folder: URL, to database: PostgresConfiguration, objects: any ObjectStore,
        progress: @escaping @Sendable (String) -> Void
    ) async throws {
        self.folder = folder
        lock = try FolderLock(folder)
        source = try SQLiteArchive(
            in: folder, place: RepositoryFolder(folder.appending(path: "repository")))
        let stores = try await CenterStores.postgres(database, objects: objects)
        guard let target = stores.catalog as? PostgresCatalogStore, let blobs = stores.blobs as? BucketBlobs else {
            preconditionFailure("the stores of PostgreSQL have its catalog and its blobs")
        }
        (self.target, self.blobs, targetStores) = (target, blobs, stores)
        repository = target.repository
        self.progress = progress
    }

    private var note: URL { folder.appending(path: CenterConfiguration.movedNote) }

    /// Moves everything.
    ///
    /// - Throws: ``MoveError``, ``CenterError/otherRepository`` if the new place has a repository already, or an error
    ///   of the folder, the database or the bucket.
    package func run() async throws {
        defer { withExtendedLifetime(lock) {} }
        progress("If this is interrupted, run it again: what is there already is not stored again.")
        let place = folder.appending(path: "repository")
        do {
            try await repository.checkIsFree(for: TUFRepository.firstRoot(in: place))
        } catch CenterError.otherRepository where FileManager.default.fileExists(atPath: note.path) {
            throw MoveError.isMoved(folder.path)
        }
        let lists = try await copyRows()
        try await copyBlobs(of: lists.live, mayMiss: false)
        try await copyPictures()
        try await copyBlobs(of: lists.voided.subtracting(lists.live), mayMiss: true)
        try await index()
        for table in ArchivedTable.all { try await compare(table) }
        try await verify(lists.live)
        progress("The repository")
        try await repository.takeOver(place) { [note, target] in
            try DurableFile.write(Data("Moved to \(target.pool.description).\n".utf8), to: note)
        }
        try source.close()
        try await targetStores.close()
    }

    /// Copies the rows of all tables.
    ///
    /// - Returns: The file lists of versions, and of those that were voided, whose files may have been removed.
    package func copyRows() async throws -> (live: Set<SHA256Hash>, voided: Set<SHA256Hash>) {
        var (live, voided): (Set<SHA256Hash>, Set<SHA256Hash>) = ([], [])
        for table in ArchivedTable.all {
            let lists = try await copy(table)
            if table.name == "voided_version" { voided.formUnion(lists) } else { live.formUnion(lists) }
        }
        return (live, voided)
    }

    private static func key(of row: [ArchivedValue], _ table: ArchivedTable) -> [ArchivedValue] {
        table.key.compactMap { name in table.columns.firstIndex { $0.name == name }.map { row[$0] } }
    }

    private func copy(_ table: ArchivedTable) async throws -> Set<SHA256Hash> {
        var lists: Set<SHA256Hash> = []
        let list = table.columns.firstIndex { $0.name == "file_list" }
        let removal = table.columns.firstIndex { $0.name == "bytes_removed" }
        var last: [ArchivedValue]?
        var count = 0
        while true {
            let rows = try await source.rows(of: table, after: last, limit: Self.batch)
            guard let end = rows.last else { break }
            try await target.add(rows, to: table)
            for row in rows {
                if let removal, case .integer = row[removal] { continue }
                if let list, case .text(let text) = row[list], let digest = SHA256Hash(hex: text) {
                    lists.insert(digest)
                }
            }
            count += rows.count
            last = Self.key(of: end, table)
        }
        progress("\(table.name): \(count) rows")
        return lists
    }

    private func copyBlobs(of lists: Set<SHA256Hash>, mayMiss: Bool) async throws {
        for (index, list) in lists.sorted(by: { $0.hex < $1.hex }).enumerated() {
            guard let encoded = try source.blobs.read(list) else {
                guard mayMiss else { throw MoveError.missingBlob(list) }
                continue
            }
            var found = [(data: encoded, digest: list)]
            for file in try FileList(decoding: encoded).files {
                if let data = try source.blobs.read(file.sha256) {
                    found.append((data, file.sha256))
                } else if !mayMiss {
                    throw MoveError.missingBlob(file.sha256)
                }
            }
            try await blobs.write(found, of: list)
            if (index + 1).isMultiple(of: 100) { progress("The files of \(index + 1) of \(lists.count) versions") }
        }
        if !mayMiss { progress("The files of \(lists.count) versions") }
    }

    /// Copies the pictures of versions' pages. A missing one is made again on request.
    private func copyPictures() async throws {
        for (list, pictures) in try await source.pictures() {
            let found = try pictures.compactMap { digest in
                try source.blobs.read(digest).map { (data: $0, digest: digest) }
            }
            try await blobs.write(found, of: list)
        }
    }

    private func index() async throws {
        guard let table = ArchivedTable.all.first(where: { $0.name == "mini_app" }) else { return }
        var last: [ArchivedValue]?
        while true {
            let rows = try await target.rows(of: table, after: last, limit: Self.batch)
            guard let end = rows.last else { return }
            try await target.index(
                rows.compactMap { row in
                    guard case .text(let id)? = row.first else { return nil }
                    return MiniAppID(id)
                })
            last = Self.key(of: end, table)
        }
    }

    private func compare(_ table: ArchivedTable) async throws {
        var last: [ArchivedValue]?
        while true {
            let rows = try await source.rows(of: table, after: last, limit: Self.batch)
            let moved = try await target.rows(of: table, after: last, limit: Self.batch)
            guard rows == moved else { throw MoveError.otherRows(table: table.name) }
            guard let end = rows.last else { return }
            last = Self.key(of: end, table)
        }
    }

    private func verify(_ lists: Set<SHA256Hash>) async throws {
        progress("Reading everything from the bucket")
        try await SharedRepository.concurrently(lists.sorted { $0.hex < $1.hex }) { [blobs] list in
            guard let encoded = try await blobs.read(list) else { throw MoveError.missingBlob(list) }
            for file in try FileList(decoding: encoded).files {
                guard let data = try await blobs.read(file.sha256), data.count == file.length else {
                    throw MoveError.missingBlob(file.sha256)
                }
            }
        }
    }
}
