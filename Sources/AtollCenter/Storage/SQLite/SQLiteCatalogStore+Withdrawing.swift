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

    func withdraw(_ code: Int, of id: MiniAppID, reason: String, at now: Date, current: Int) async throws {
        // cannot trap: the current time has far fewer digits than an Int.
        let time = Int(now.timeIntervalSince1970)
        try await change(id) { database in
            try database.execute(
                sql: "UPDATE version SET withdrawn = ?, withdrawal_reason = ? WHERE mini_app = ? AND code = ?",
                arguments: [time, reason, id.rawValue, code])
            try database.execute(
                sql: "UPDATE mini_app SET current_code = ? WHERE id = ?", arguments: [current, id.rawValue])
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

    func newestWithdrawn(of id: MiniAppID, above code: Int) async throws -> StoredVersion? {
        try await pool.read { database in
            try Row.fetchOne(
                database,
                sql: """
                    \(Self.versions) WHERE id = ? AND code > ? AND withdrawn IS NOT NULL ORDER BY code DESC LIMIT 1
                    """,
                arguments: [id.rawValue, code]
            ).map(Self.version)
        }
    }
}
