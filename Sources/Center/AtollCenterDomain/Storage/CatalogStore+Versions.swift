import AtollPackages
import SQLStatements

extension CatalogStore {
    /// The highest version code of `id`, or nil if it has no version.
    package func lastCode(of id: MiniAppID) async throws -> Int? {
        try await read { try VersionRows($0).lastCode(of: id) }
    }

    /// The highest version code of `id` that precedes a new version with this epoch and code, or nil: among all
    /// versions of the same or a later epoch, and those of earlier epochs with a lower code.
    package func lastCode(of id: MiniAppID, epoch: Int, below code: Int) async throws -> Int? {
        try await read { session in
            try session.row(
                """
                SELECT max(code) FROM version
                WHERE mini_app = \(.text(id.rawValue)) AND (epoch >= \(.integer(epoch)) OR code < \(.integer(code)))
                """)?.optionalInt(0)
        }
    }

    /// The highest version code that the operator permits `id` to jump to, or nil.
    package func allowedCode(of id: MiniAppID) async throws -> Int? {
        try await read { session in
            try session.row("SELECT code FROM code_allowance WHERE mini_app = \(.text(id.rawValue))")?.int(0)
        }
    }

    /// Permits the next version of `id` to have any code up to this one.
    package func allowCode(_ code: Int, of id: MiniAppID) async throws {
        try await write { session in
            _ = try session.perform(
                """
                INSERT INTO code_allowance (mini_app, code) VALUES (\(.text(id.rawValue)), \(.integer(code)))
                ON CONFLICT (mini_app) DO UPDATE SET code = excluded.code
                """)
        }
    }

    /// The current version of every mini app: the one that stands for it in the repository, even if it is withdrawn.
    package func currentVersions() async throws -> [StoredVersion] {
        try await read { try VersionRows($0).versions(where: "version.code = current_code ORDER BY mini_app.id") }
    }

    /// The current version of `id`, or nil.
    package func currentVersion(of id: MiniAppID) async throws -> StoredVersion? {
        try await read { session in
            try VersionRows(session).versions(where: "version.code = current_code AND id = \(.text(id.rawValue))").first
        }
    }

    /// Returns every version of every mini app whose files are stored.
    package func allVersions() async throws -> [MiniAppListing] {
        try await read { session in
            try session.rows("SELECT listing FROM version WHERE bytes_removed IS NULL ORDER BY mini_app, code")
                .map { try SearchEntry.value(of: $0.text(0)) }
        }
    }

    /// Returns every version of `id` in any state, newest first.
    package func versions(of id: MiniAppID) async throws -> [StoredVersion] {
        try await read { session in
            try VersionRows(session).versions(where: "id = \(.text(id.rawValue)) ORDER BY version.code DESC")
        }
    }

    /// The version with this statement, or nil.
    package func version(withStatement digest: SHA256Hash, of id: MiniAppID) async throws -> StoredVersion? {
        try await read { session in
            try VersionRows(session).versions(
                where: "id = \(.text(id.rawValue)) AND statement_sha256 = \(.text(digest.hex))"
            ).first
        }
    }

    /// Whether a version of `id` with this statement was ever uploaded here, even in an earlier epoch.
    package func knows(_ statement: SHA256Hash, of id: MiniAppID) async throws -> Bool {
        let condition: SQLFragment = "mini_app = \(.text(id.rawValue)) AND statement_sha256 = \(.text(statement.hex))"
        return try await read { session in
            try session.exists("SELECT 1 FROM version WHERE \(condition)")
                || session.exists("SELECT 1 FROM voided_version WHERE \(condition)")
        }
    }

    /// The digest of the last statement about `id`, or nil.
    package func lastStatement(of id: MiniAppID) async throws -> SHA256Hash? {
        try await read { try VersionRows($0).lastStatement(of: id) }
    }

    /// Replaces the signatures of a statement, and makes its mini app due.
    package func replaceStatement(of version: StoredVersion) async throws {
        let (row, id) = (try StoredVersionRow(version), version.listing.id)
        try await write { session in
            try session.perform(
                """
                UPDATE version SET statement = \(.text(row.statement))
                WHERE mini_app = \(.text(id.rawValue)) AND code = \(.integer(version.code))
                AND statement_sha256 = \(.text(version.statement.digest.hex))
                """)
            try VersionRows(session).makeDue(id)
        }
    }
}
