import AtollCenterDomain
import GRDB

extension SQLiteCatalogStore {
    package func addSamples(_ entries: [SearchEntry]) async throws {
        try await pool.write { database in
            let index = SearchIndex(database: database)
            for entry in entries {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO mini_app (id, publisher, name, current_code) VALUES (?, ?, ?, 1)",
                    arguments: [entry.listing.id.rawValue, entry.publisher.rawValue, entry.listing.name])
                try index.write(entry)
            }
            try announce(.everything, database)
        }
    }
}
