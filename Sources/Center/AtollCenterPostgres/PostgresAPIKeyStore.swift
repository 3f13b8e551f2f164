import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPostgres
import Foundation
import SQLStatements

/// Stores API keys in PostgreSQL.
package struct PostgresAPIKeyStore: APIKeyStore {
    private let pool: PostgresPool

    package init(_ pool: PostgresPool) {
        self.pool = pool
    }

    package func add(_ key: APIKey, secretDigest: Data) async throws {
        let row = APIKeyRow(key)
        try await pool.write { session in
            try session.query(
                """
                INSERT INTO api_key (id, secret_sha256, publisher, scopes, ids, created, expires)
                VALUES (\(.text(row.id)), \(.bytes(secretDigest)), \(.text(row.publisher)), \(.text(row.scopes)),
                    \(.text(row.ids)), \(.integer(row.created)), \(.integer(row.expires)))
                """)
        }
    }

    package func all() async throws -> [APIKey] {
        try await pool.read { session in
            try session.query("SELECT \(Self.columns) FROM api_key ORDER BY created, id").rows.compactMap(Self.key)
        }
    }

    package func key(withID id: String) async throws -> (key: APIKey, secretDigest: Data)? {
        // No id has it, and PostgreSQL takes no text with it.
        guard !id.utf8.contains(0) else { return nil }
        return try await pool.read { session in
            let found = try session.query("SELECT \(Self.columns), secret_sha256 FROM api_key WHERE id = \(.text(id))")
            guard let row = found.first, let key = try Self.key(row) else { return nil }
            return (key, try row.data(6))
        }
    }

    package func remove(_ id: String) async throws -> Bool {
        guard !id.utf8.contains(0) else { return false }
        return try await pool.write { try $0.query("DELETE FROM api_key WHERE id = \(.text(id))").changes > 0 }
    }

    package func removeExpired(at now: Date) async throws {
        // cannot trap: the current time.
        let time = Int(now.timeIntervalSince1970)
        _ = try await pool.write { try $0.query("DELETE FROM api_key WHERE expires <= \(.integer(time))").changes }
    }

    private static let columns: SQLFragment = "id, publisher, scopes, ids, created, expires"

    private static func key(_ row: PostgresRow) throws -> APIKey? {
        try APIKeyRow(
            id: row.text(0), publisher: row.text(1), scopes: row.text(2), ids: row.text(3), created: row.int(4),
            expires: row.int(5)
        ).key
    }
}
