import AtollCenter
import AtollPackages
import DurableFiles
import Foundation
import ObjectStorage
import Postgres

/// Moves a Center from SQLite and a folder to PostgreSQL and a bucket: its rows, blobs and signed repository.
///
/// What is there already is not stored again, so that a move that was interrupted can be done again. The repository comes
/// last: until then, no Center publishes anything from the new place. At the end, every row is compared, and every byte is
/// read from the bucket.
package struct CenterMove: Sendable {
    private let folder: URL
    private let source: CenterStores
    private let pool: PostgresPool
    private let target: PostgresCatalogStore
    private let blobs: BucketBlobs
    private let repository: SharedRepository
    private let targetStores: CenterStores
    private let progress: @Sendable (String) -> Void

    /// How many rows are moved at a time.
    private static let batch = 1_000

    /// - Parameters:
    ///   - folder: The Center's folder, which no process uses.
    ///   - progress: Called with a line for the operator.
    package init(
        from folder: URL, to database: PostgresConfiguration, objects: any ObjectStore,
        progress: @escaping @Sendable (String) -> Void
    ) async throws {
        self.folder = folder
        source = try .sqlite(in: folder)
        targetStores = try await .postgres(database, objects: objects)
        guard let target = targetStores.catalog as? PostgresCatalogStore else { throw PostgresError.closed }
        self.target = target
        pool = target.pool
        blobs = BucketBlobs(pool, objects)
        repository = target.repository
        self.progress = progress
    }

    /// Moves everything.
    ///
    /// - Throws: ``MoveError``, or an error of the folder, the database or the bucket.
    package func run() async throws {
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let note = folder.appending(path: CenterConfiguration.movedNote)
        // What was changed in the new place since then would be undone.
        guard !FileManager.default.fileExists(atPath: note.path) else {
            throw CenterConfigurationError.moved(folder.path)
        }
        var lists: Set<SHA256Hash> = []
        for table in ArchivedTable.all { try await copy(table, &lists) }
        try await copyBlobs(of: lists)
        try await index()
        progress("The repository")
        try await repository.takeOver(folder.appending(path: "repository"))
        for table in ArchivedTable.all { try await compare(table) }
        try await verify(lists)
        try DurableFile.write(
            Data("Moved to \(pool.description).\n".utf8), to: note)
        try await source.close()
        try await targetStores.close()
    }

    private var reading: any ArchiveReading {
        get throws {
            guard let store = source.catalog as? any ArchiveReading else { throw PostgresError.closed }
            return store
        }
    }

    private static func key(of row: [ArchivedValue], _ table: ArchivedTable) -> [ArchivedValue] {
        table.key.compactMap { name in table.columns.firstIndex { $0.name == name }.map { row[$0] } }
    }

    private func copy(_ table: ArchivedTable, _ lists: inout Set<SHA256Hash>) async throws {
        let list = table.columns.firstIndex { $0.name == "file_list" }
        var last: [ArchivedValue]?
        var count = 0
        while true {
            let rows = try await reading.rows(of: table, after: last, limit: Self.batch)
            guard let end = rows.last else { break }
            try await target.add(rows, to: table)
            for row in rows {
                if let list, case .text(let text) = row[list], let digest = SHA256Hash(hex: text) {
                    lists.insert(digest)
                }
            }
            count += rows.count
            last = Self.key(of: end, table)
        }
        progress("\(table.name): \(count) rows")
    }

    private func copyBlobs(of lists: Set<SHA256Hash>) async throws {
        for (index, list) in lists.sorted(by: { $0.hex < $1.hex }).enumerated() {
            guard let encoded = try await source.blobs.read(list) else { throw MoveError.missingBlob(list) }
            var found = [(data: encoded, digest: list)]
            for file in try FileList(decoding: encoded).files {
                guard let data = try await source.blobs.read(file.sha256) else {
                    throw MoveError.missingBlob(file.sha256)
                }
                found.append((data, file.sha256))
            }
            try await blobs.write(found, of: list)
            if (index + 1).isMultiple(of: 100) { progress("The files of \(index + 1) of \(lists.count) versions") }
        }
        progress("The files of \(lists.count) versions")
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
            let rows = try await reading.rows(of: table, after: last, limit: Self.batch)
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
