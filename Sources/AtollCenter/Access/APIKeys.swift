import AtollPackages
import Crypto
import Foundation
import GRDB
import SignedJSON

/// The API keys that the Center accepts.
///
/// A key reads `atoll_<id>_<secret>`. The secret is 256 random bits, so a plain SHA-256 of it is all that is stored:
/// there is nothing to guess. It is compared in constant time.
public struct APIKeys: Sendable {
    private let pool: DatabasePool

    init(_ database: CenterDatabase) {
        pool = database.pool
    }

    /// Makes a key.
    ///
    /// - Parameter ids: The mini apps and super apps that it is for; all of the publisher's, if there are none.
    /// - Returns: What is stored of it, and its text, which can't be had again.
    public func create(
        for publisher: PublisherID, scopes: Set<APIKeyScope>, ids: Set<MiniAppID> = [], expires: Date
    ) async throws -> (key: APIKey, text: String) {
        var generator = SystemRandomNumberGenerator()
        let id = (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &generator) }.hexadecimal
        let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }.hexadecimal
        let key = APIKey(id: id, publisher: publisher, scopes: scopes, ids: ids, created: Date(), expires: expires)
        try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO api_key (id, secret_sha256, publisher, scopes, ids, created, expires)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, Data(SHA256.hash(data: Data(secret.utf8))), publisher.rawValue,
                    scopes.map(\.rawValue).sorted().joined(separator: " "),
                    ids.map(\.rawValue).sorted().joined(separator: " "),
                    // cannot trap: the clock, and what the operator says within ten years of it.
                    Int(key.created.timeIntervalSince1970), Int(expires.timeIntervalSince1970),
                ]
            )
        }
        return (key, "atoll_\(id)_\(secret)")
    }

    /// All keys that are stored, the oldest first; those that have expired among them.
    public func all() async throws -> [APIKey] {
        try await pool.read { database in
            try Row.fetchAll(database, sql: "SELECT \(Self.columns) FROM api_key ORDER BY created, id")
                .compactMap(Self.key)
        }
    }

    /// Removes a key; from then on it opens nothing.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func revoke(_ id: String) async throws -> Bool {
        try await pool.write { database in
            try database.execute(sql: "DELETE FROM api_key WHERE id = ?", arguments: [id])
            return database.changesCount > 0
        }
    }

    private static let columns = "id, secret_sha256, publisher, scopes, ids, created, expires"

    private static func key(_ row: Row) -> APIKey? {
        guard let publisher = PublisherID(row["publisher"]) else { return nil }
        let scopes = (row["scopes"] as String).split(separator: " ").compactMap { APIKeyScope(rawValue: String($0)) }
        let names = (row["ids"] as String).split(separator: " ")
        let ids = names.compactMap { MiniAppID(String($0)) }
        // None means all, so one that can't be read must not be left out.
        guard ids.count == names.count else { return nil }
        return APIKey(
            id: row["id"], publisher: publisher, scopes: Set(scopes), ids: Set(ids),
            created: Date(timeIntervalSince1970: TimeInterval(row["created"] as Int)),
            expires: Date(timeIntervalSince1970: TimeInterval(row["expires"] as Int)))
    }

    /// Removes the keys that have expired.
    public func removeExpired(at now: Date) async throws {
        try await pool.write { database in
            try database.execute(
                // cannot trap: the clock.
                sql: "DELETE FROM api_key WHERE expires <= ?", arguments: [Int(now.timeIntervalSince1970)]
            )
        }
    }

    /// The key that `text` is, or nil where it is none, or an expired one.
    func key(for text: String, at now: Date) async throws -> APIKey? {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard text.utf8.count <= 100, parts.count == 3, parts[0] == "atoll" else { return nil }
        let (id, secret) = (String(parts[1]), Data(parts[2].utf8))
        let found = try await pool.read { database -> (key: APIKey, secretDigest: Data)? in
            let row = try Row.fetchOne(
                database, sql: "SELECT \(Self.columns) FROM api_key WHERE id = ?", arguments: [id])
            guard let row, let key = Self.key(row) else { return nil }
            return (key, row["secret_sha256"])
        }
        // swift-crypto compares a digest with bytes in constant time.
        guard let found, SHA256.hash(data: secret) == found.secretDigest, found.key.expires > now else { return nil }
        return found.key
    }
}
