import AtollPackages
import Foundation
import GRDB

/// Stores API keys in SQLite.
struct SQLiteAPIKeyStore: APIKeyStore {
    private let pool: DatabasePool

    init(_ database: CenterDatabase) {
        pool = database.pool
    }

    func add(_ key: APIKey, secretDigest: Data) async throws {
        try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO api_key (id, secret_sha256, publisher, scopes, ids, created, expires)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    key.id, secretDigest, key.publisher.rawValue,
                    key.scopes.map(\.rawValue).sorted().joined(separator: " "),
                    key.ids.map(\.rawValue).sorted().joined(separator: " "),
                    // cannot trap: the current time, and one that the operator chooses within ten years of it.
                    Int(key.created.timeIntervalSince1970), Int(key.expires.timeIntervalSince1970),
                ]
            )
        }
    }

    func all() async throws -> [APIKey] {
        try await pool.read { database in
            try Row.fetchAll(database, sql: "SELECT \(Self.columns) FROM api_key ORDER BY created, id")
                .compactMap(Self.key)
        }
    }

    func key(withID id: String) async throws -> (key: APIKey, secretDigest: Data)? {
        try await pool.read { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT \(Self.columns) FROM api_key WHERE id = ?", arguments: [id])
            guard let row, let key = Self.key(row) else { return nil }
            return (key, row["secret_sha256"])
        }
    }

    func remove(_ id: String) async throws -> Bool {
        try await pool.write { database in
            try database.execute(sql: "DELETE FROM api_key WHERE id = ?", arguments: [id])
            return database.changesCount > 0
        }
    }

    func removeExpired(at now: Date) async throws {
        try await pool.write { database in
            try database.execute(
                // cannot trap: the current time.
                sql: "DELETE FROM api_key WHERE expires <= ?", arguments: [Int(now.timeIntervalSince1970)]
            )
        }
    }

    private static let columns = "id, secret_sha256, publisher, scopes, ids, created, expires"

    private static func key(_ row: Row) -> APIKey? {
        guard let publisher = PublisherID(row["publisher"]) else { return nil }
        let scopes = (row["scopes"] as String).split(separator: " ").compactMap { APIKeyScope(rawValue: String($0)) }
        let names = (row["ids"] as String).split(separator: " ")
        let ids = names.compactMap { MiniAppID(String($0)) }
        // No ids means all, so an id that can't be parsed must not be dropped.
        guard ids.count == names.count else { return nil }
        return APIKey(
            id: row["id"], publisher: publisher, scopes: Set(scopes), ids: Set(ids),
            created: Date(timeIntervalSince1970: TimeInterval(row["created"] as Int)),
            expires: Date(timeIntervalSince1970: TimeInterval(row["expires"] as Int)))
    }
}
