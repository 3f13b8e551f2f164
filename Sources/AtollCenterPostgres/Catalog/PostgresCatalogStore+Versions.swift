import AtollCenter
import AtollPackages
import Foundation
import Postgres

extension PostgresCatalogStore {
    package func lastCode(of id: MiniAppID) async throws -> Int? {
        try await pool.read { try Self.lastCode(of: id, $0) }
    }

    package func lastCode(of id: MiniAppID, epoch: Int, below code: Int) async throws -> Int? {
        try await pool.read { session in
            try session.query(
                """
                SELECT max(code) FROM version
                WHERE mini_app = \(.text(id.rawValue)) AND (epoch >= \(.integer(epoch)) OR code < \(.integer(code)))
                """
            ).first?.optionalInt(0)
        }
    }

    package func allowedCode(of id: MiniAppID) async throws -> Int? {
        try await pool.read { session in
            try session.query("SELECT code FROM code_allowance WHERE mini_app = \(.text(id.rawValue))").first?.int(0)
        }
    }

    package func allowCode(_ code: Int, of id: MiniAppID) async throws {
        try await pool.write { session in
            try session.query(
                """
                INSERT INTO code_allowance (mini_app, code) VALUES (\(.text(id.rawValue)), \(.integer(code)))
                ON CONFLICT (mini_app) DO UPDATE SET code = excluded.code
                """)
        }
    }

    package func currentVersions() async throws -> [StoredVersion] {
        try await versions("code = current_code ORDER BY mini_app.id")
    }

    package func allVersions() async throws -> [MiniAppListing] {
        try await pool.read { session in
            try session.query("SELECT listing FROM version ORDER BY mini_app, code").rows
                .map { try JSONDecoder.center.decode(MiniAppListing.self, from: Data($0.text(0).utf8)) }
        }
    }

    package func add(_ version: StoredVersion, after previous: PreviousStatement) async throws {
        let row = try StoredVersionRow(version)
        let listing = version.listing
        let id = PostgresValue.text(listing.id.rawValue)
        let code = PostgresValue.integer(listing.version.code)
        try await change(listing.id) { session in
            if case .only(let expected) = previous {
                let last = try Self.lastStatement(of: listing.id, session)
                guard last == expected else { throw CenterError.chain(last: last) }
            }
            let current = try session.query("SELECT current_code FROM mini_app WHERE id = \(id)").first?.int(0)
            try Self.voidEarlierEpochs(of: version, session)
            if let last = try Self.lastCode(of: listing.id, session), last >= listing.version.code {
                throw CenterError.codeNotHigher(code: listing.version.code, last: last)
            }
            // Until the version is finished, its mini app does not change; a new mini app has no current version.
            try session.query(
                """
                INSERT INTO mini_app (id, publisher, name, current_code)
                VALUES (\(id), \(.text(version.publisher.rawValue)), \(.text(listing.name)), 0)
                ON CONFLICT (id) DO NOTHING
                """)
            try session.query(
                """
                INSERT INTO version
                    (mini_app, code, file_list, listing, statement, statement_sha256, epoch, current_before)
                VALUES (\(id), \(code), \(.text(listing.files.sha256.hex)), \(.text(row.listing)),
                    \(.text(row.statement)), \(.text(version.statement.digest.hex)), \(.integer(version.epoch)),
                    \(.integer(current ?? 0)))
                """)
            try Self.makeDue(listing.id, session)
        }
    }

    /// The columns of a voided version.
    static let voided: SQLFragment = """
        mini_app, code, epoch, file_list, listing, statement, statement_sha256, is_finished, withdrawn, withdrawal_reason
        """

    /// Voids the versions of earlier epochs whose codes are not below that of a new version: a stolen key may have
    /// signed the highest possible code.
    private static func voidEarlierEpochs(of version: StoredVersion, _ session: PostgresSession) throws {
        let id = PostgresValue.text(version.listing.id.rawValue)
        let epoch = PostgresValue.integer(version.epoch)
        let code = PostgresValue.integer(version.listing.version.code)
        let earlier: SQLFragment = "mini_app = \(id) AND epoch < \(epoch) AND code >= \(code)"
        let moved = try session.query(
            """
            INSERT INTO voided_version (\(voided), voided_by) SELECT \(voided), \(epoch) FROM version WHERE \(earlier)
            ON CONFLICT (mini_app, epoch, code) DO UPDATE SET voided_by = excluded.voided_by,
                file_list = excluded.file_list, listing = excluded.listing, statement = excluded.statement,
                statement_sha256 = excluded.statement_sha256, is_finished = excluded.is_finished,
                withdrawn = excluded.withdrawn, withdrawal_reason = excluded.withdrawal_reason
            """)
        guard moved.changes > 0 else { return }
        try session.query("DELETE FROM version WHERE \(earlier)")
        try session.query(
            """
            UPDATE mini_app SET current_code =
                coalesce((
                    SELECT max(code) FROM version
                    WHERE mini_app = \(id) AND code <= current_code AND is_finished AND withdrawn IS NULL), 0)
            WHERE id = \(id)
            """)
    }

    package func lastStatement(of id: MiniAppID) async throws -> SHA256Hash? {
        try await pool.read { try Self.lastStatement(of: id, $0) }
    }

    private static func lastStatement(of id: MiniAppID, _ session: PostgresSession) throws -> SHA256Hash? {
        try session.query(
            """
            SELECT statement_sha256 FROM version WHERE mini_app = \(.text(id.rawValue)) ORDER BY code DESC LIMIT 1
            """
        ).first.flatMap { SHA256Hash(hex: try $0.text(0)) }
    }

    package func version(
        withStatement digest: SHA256Hash, of id: MiniAppID
    ) async throws -> (StoredVersion, isWaiting: Bool)? {
        try await pool.read { session in
            let condition: SQLFragment =
                "id = \(.text(id.rawValue)) AND statement_sha256 = \(.text(digest.hex))"
            guard let row = try session.query("\(Self.columns) WHERE \(condition)").first else { return nil }
            return (try Self.version(row), isWaiting: try !row.bool(7))
        }
    }

    package func version(ofStatement digest: SHA256Hash, of id: MiniAppID) async throws -> StoredVersion? {
        try await versions(
            "code = current_code AND id = \(.text(id.rawValue)) AND statement_sha256 = \(.text(digest.hex))"
        ).first
    }

    package func currentVersion(of id: MiniAppID) async throws -> StoredVersion? {
        try await versions("code = current_code AND id = \(.text(id.rawValue))").first
    }

    package func versions(of id: MiniAppID) async throws -> [StoredVersion] {
        try await versions("id = \(.text(id.rawValue)) AND is_finished ORDER BY code DESC")
    }

    package func withdraw(
        _ code: Int, of id: MiniAppID, reason: String, at now: Date, current: Int, expecting expected: Int?,
        isDue: Bool
    ) async throws -> Bool {
        // cannot trap: the current time has far fewer digits than an Int.
        let time = Int(now.timeIntervalSince1970)
        let value = PostgresValue.text(id.rawValue)
        return try await change(id) { session in
            let found = try session.query("SELECT current_code FROM mini_app WHERE id = \(value)").first?.int(0)
            if let expected, expected != found { return false }
            try session.query(
                """
                UPDATE version SET withdrawn = \(.integer(time)), withdrawal_reason = \(.text(reason))
                WHERE mini_app = \(value) AND code = \(.integer(code))
                """)
            try session.query("UPDATE mini_app SET current_code = \(.integer(current)) WHERE id = \(value)")
            if isDue { try Self.makeDue(id, session) }
            return true
        }
    }

    package func knows(_ statement: SHA256Hash, of id: MiniAppID) async throws -> Bool {
        let condition: SQLFragment =
            "mini_app = \(.text(id.rawValue)) AND statement_sha256 = \(.text(statement.hex))"
        return try await pool.read { session in
            try session.query(
                """
                SELECT EXISTS (SELECT 1 FROM version WHERE \(condition))
                    OR EXISTS (SELECT 1 FROM voided_version WHERE \(condition))
                """
            ).first?.bool(0) ?? false
        }
    }

    private static func lastCode(of id: MiniAppID, _ session: PostgresSession) throws -> Int? {
        try session.query("SELECT max(code) FROM version WHERE mini_app = \(.text(id.rawValue))").first?.optionalInt(0)
    }

    /// The versions that meet a condition.
    private func versions(_ condition: SQLFragment) async throws -> [StoredVersion] {
        try await pool.read { try Self.versions(condition, $0) }
    }

    static func versions(_ condition: SQLFragment, _ session: PostgresSession) throws -> [StoredVersion] {
        try session.query("\(columns) WHERE \(condition)").rows.map { try version($0) }
    }

    private static let columns: SQLFragment = """
        SELECT version.listing, version.statement, version.epoch, version.withdrawn, version.withdrawal_reason,
            mini_app.publisher, minimum_host.version, version.is_finished
        FROM version JOIN mini_app ON mini_app.id = version.mini_app
        LEFT JOIN minimum_host ON minimum_host.mini_app = version.mini_app
        """

    private static func version(_ row: PostgresRow) throws -> StoredVersion {
        try StoredVersionRow(
            listing: row.text(0), statement: row.text(1), publisher: row.text(5), epoch: row.int(2),
            withdrawn: row.optionalInt(3), withdrawalReason: row.text(4), minimumHost: row.optionalText(6)
        ).version
    }
}
