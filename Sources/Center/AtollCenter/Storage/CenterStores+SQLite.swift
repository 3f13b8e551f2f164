import AtollCenterDomain
import AtollCenterSQLite
import AtollPackages
import Foundation

extension CenterStores {
    /// The stores in a folder: a file of SQLite, which is created if it is missing, the blobs and the repository.
    ///
    /// - Throws: ``CenterConfigurationError/database(_:_:)``, or an error of the file system.
    package static func sqlite(in directory: URL) throws -> CenterStores {
        let database = try CenterDatabase(file: directory.appending(path: "center.sqlite"))
        let place = RepositoryFolder(directory.appending(path: "repository"))
        let catalog = { (changed: @escaping @Sendable (SearchChange) -> Void) throws in
            try SQLiteCatalogStore(database, place: place, changed: changed)
        }
        return try CenterStores(
            isShared: false, apiKeys: SQLiteAPIKeyStore(database), work: SQLiteDatabase(pool: database.pool),
            blobs: BlobDirectory(directory.appending(path: "blobs")),
            packs: PackFolder(directory.appending(path: "packs")), place: place,
            check: { [database.check(), StorageCheck("repository", fault: place.fault)] },
            measure: { database.measures() }, close: { try database.close() }, catalog: catalog)
    }
}
