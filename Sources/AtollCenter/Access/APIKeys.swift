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
    /// - Returns: What is stored of it, and its text, which can't be had again.
    public func create(
        for publisher: PublisherID, scopes: Set<APIKeyScope>, expires: Date
    ) async throws -> (key: APIKey, text: String) {
        var generator = SystemRandomNumberGenerator()
        let id = (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &generator) }.hexadecimal
        let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }.hexadecimal
        let key = APIKey(id: id, publisher: publisher, scopes: scopes, expires: expires)
        try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO api_key (id, secret_sha256, publisher, scopes, created, expires)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, Data(SHA256.hash(data: Data(secret.utf8))), publisher.rawValue,
                    scopes.map(\.rawValue).sorted().joined(separator: " "),
                    Int(Date().timeIntervalSince1970), Int(expires.timeIntervalSince1970),
                ]
            )
        }
        return (key, "atoll_\(id)_\(secret)")
    }

    /// Removes a key; from then on it opens nothing.
    public func revoke(_ id: String) async throws {
        try await pool.write { try $0.execute(sql: "DELETE FROM api_key WHERE id = ?", arguments: [id]) }
    }

    /// Removes the keys that have expired.
    public func removeExpired(at now: Date) async throws {
        try await pool.write { database in
            try database.execute(
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
                database, sql: "SELECT secret_sha256, publisher, scopes, expires FROM api_key WHERE id = ?",
                arguments: [id]
            )
            guard let row, let publisher = PublisherID(row["publisher"]) else { return nil }
            let names = (row["scopes"] as String).split(separator: " ")
            let scopes = names.compactMap { APIKeyScope(rawValue: String($0)) }
            let expires = Date(timeIntervalSince1970: TimeInterval(row["expires"] as Int))
            return (
                APIKey(id: id, publisher: publisher, scopes: Set(scopes), expires: expires), row["secret_sha256"]
            )
        }
        // swift-crypto compares a digest with bytes in constant time.
        guard let found, SHA256.hash(data: secret) == found.secretDigest, found.key.expires > now else { return nil }
        return found.key
    }
}
