import AtollCenterDomain
import AtollPackages
import Foundation
import GRDB

/// Stores API keys in SQLite.
package struct SQLiteAPIKeyStore: APIKeyStore {
    private let pool: DatabasePool

    package init(_ database: CenterDatabase) {
        pool = database.pool
    }

    package func add(_ key: APIKey, secretDigest: Data) async throws {
        let row = APIKeyRow(key)
        try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO api_key (id, secret_sha256, publisher, scopes, ids, created, expires)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    row.id, secretDigest, row.publisher, row.scopes, row.ids, row.created, row.expires,
                ]
            )
        }
    }

    package func all() async throws -> [APIKey] {
        try await pool.read { database in
            try Row.fetchAll(database, sql: "SELECT \(Self.columns) FROM api_key ORDER BY created, id")
                .compactMap(Self.key)
        }
    }

    package func key(withID id: String) async throws -> (key: APIKey, secretDigest: Data)? {
        try await pool.read { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT \(Self.columns) FROM api_key WHERE id = ?", arguments: [id])
            guard let row, let key = Self.key(row) else { return nil }
            return (key, row["secret_sha256"])
        }
    }

    package func remove(_ id: String) async throws -> Bool {
        try await pool.write { database in
            try database.execute(sql: "DELETE FROM api_key WHERE id = ?", arguments: [id])
            return database.changesCount > 0
        }
    }

    package func removeExpired(at now: Date) async throws {
        try await pool.write { database in
            try database.execute(
                // cannot trap: the current time.
                sql: "DELETE FROM api_key WHERE expires <= ?", arguments: [Int(now.timeIntervalSince1970)]
            )
        }
    }

    private static let columns = "id, secret_sha256, publisher, scopes, ids, created, expires"

    private static func key(_ row: Row) -> APIKey? {
        APIKeyRow(
            id: row["id"], publisher: row["publisher"], scopes: row["scopes"], ids: row["ids"], created: row["created"],
            expires: row["expires"]
        ).key
    }
}
