import AtollPackages
import Foundation
import GRDB

extension SQLiteCatalogStore {
    func versions(of id: MiniAppID) async throws -> [StoredVersion] {
        try await pool.read { database in
            try Row.fetchAll(
                database, sql: "\(Self.versions) WHERE id = ? AND is_finished ORDER BY code DESC",
                arguments: [id.rawValue]
            ).map(Self.version)
        }
    }

    func withdraw(
        _ code: Int, of id: MiniAppID, reason: String, at now: Date, current: Int, expecting expected: Int?,
        isDue: Bool
    ) async throws -> Bool {
        // cannot trap: the current time has far fewer digits than an Int.
        let time = Int(now.timeIntervalSince1970)
        return try await change(id) { database in
            let found = try Int.fetchOne(
                database, sql: "SELECT current_code FROM mini_app WHERE id = ?", arguments: [id.rawValue])
            if let expected, expected != found { return false }
            try database.execute(
                sql: "UPDATE version SET withdrawn = ?, withdrawal_reason = ? WHERE mini_app = ? AND code = ?",
                arguments: [time, reason, id.rawValue, code])
            try database.execute(
                sql: "UPDATE mini_app SET current_code = ? WHERE id = ?", arguments: [current, id.rawValue])
            if isDue { try Self.makeDue(id, database) }
            return true
        }
    }

    func knows(_ statement: SHA256Hash, of id: MiniAppID) async throws -> Bool {
        try await pool.read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM version WHERE mini_app = :id AND statement_sha256 = :digest)
                        OR EXISTS (SELECT 1 FROM voided_version WHERE mini_app = :id AND statement_sha256 = :digest)
                    """,
                arguments: ["id": id.rawValue, "digest": statement.hex]) ?? false
        }
    }

    func version(
        withStatement digest: SHA256Hash, of id: MiniAppID
    ) async throws -> (StoredVersion, isWaiting: Bool)? {
        try await pool.read { database in
            let row = try Row.fetchOne(
                database, sql: "\(Self.versions) WHERE id = ? AND statement_sha256 = ?",
                arguments: [id.rawValue, digest.hex])
            return try row.map { (try Self.version($0), isWaiting: !($0["is_finished"] as Bool)) }
        }
    }
}
