import Foundation

extension CenterStores {
    /// The stores in a file of SQLite, which is created if it is missing.
    ///
    /// - Throws: ``CenterConfigurationError/database(_:_:)``.
    static func sqlite(_ file: URL) throws -> CenterStores {
        let database = try CenterDatabase(file: file)
        return try CenterStores(apiKeys: SQLiteAPIKeyStore(database), close: { try database.close() }) {
            try SQLiteCatalogStore(database, changed: $0)
        }
    }
}
