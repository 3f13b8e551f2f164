import AtollCenterDomain
import AtollPackages
import Foundation

/// A Center's data in its folder, for a move to another place. Reserve the folder first: opening it updates its tables.
package struct SQLiteArchive: ArchiveReading {
    /// The files of all versions.
    package let blobs: BlobDirectory
    package let database: CenterDatabase
    private let store: SQLiteCatalogStore

    /// - Parameter place: The Center's repository.
    package init(in directory: URL, place: any RepositoryPlace) throws {
        database = try CenterDatabase(file: directory.appending(path: "center.sqlite"))
        store = try SQLiteCatalogStore(database, place: place)
        blobs = try BlobDirectory(directory.appending(path: "blobs"))
    }

    package func rows(
        of table: ArchivedTable, after last: [ArchivedValue]?, limit: Int
    ) async throws -> [[ArchivedValue]] {
        try await store.rows(of: table, after: last, limit: limit)
    }

    package func close() throws { try database.close() }
}
