import AtollPackages
import Foundation
import SQLStatements

/// The rows of versions, which are the same in both databases.
package struct VersionRows {
    package let session: any SQLSession

    package init(_ session: any SQLSession) {
        self.session = session
    }

    /// The versions that meet a condition.
    package func versions(where condition: SQLFragment) throws -> [StoredVersion] {
        try session.rows("\(StoredVersionRow.query) WHERE \(condition)").map(StoredVersionRow.version)
    }

    /// The highest version code of `id`, or nil if it has no version.
    package func lastCode(of id: MiniAppID) throws -> Int? {
        try session.row("SELECT max(code) FROM version WHERE mini_app = \(.text(id.rawValue))")?.optionalInt(0)
    }

    /// The digest of the last statement about `id`, or nil.
    package func lastStatement(of id: MiniAppID) throws -> SHA256Hash? {
        try session.row(
            "SELECT statement_sha256 FROM version WHERE mini_app = \(.text(id.rawValue)) ORDER BY code DESC LIMIT 1"
        ).flatMap { SHA256Hash(hex: try $0.text(0)) }
    }

    /// Adds a version without a state, and its mini app if it is the first. Versions of earlier epochs whose codes are
    /// not lower are voided.
    ///
    /// - Throws: ``CenterError/codeNotHigher(code:last:)`` unless its code is higher than that of every other version,
    ///   or ``CenterError/chain(last:)`` unless its statement follows the last one.
    package func add(_ version: StoredVersion, after previous: SHA256Hash?) throws -> Voided {
        let (id, listing) = (version.listing.id, version.listing)
        let last = try lastStatement(of: id)
        guard last == previous else { throw CenterError.chain(last: last) }
        let voided = try voidEarlierEpochs(of: version)
        if let last = try lastCode(of: id), last >= version.code {
            throw CenterError.codeNotHigher(code: version.code, last: last)
        }
        let row = try StoredVersionRow(version)
        // Until a version is announced, its mini app does not change; a new mini app has no current version.
        try session.perform(
            """
            INSERT INTO mini_app (id, publisher, name, current_code)
            VALUES (\(.text(id.rawValue)), \(.text(version.publisher.rawValue)), \(.text(listing.name)), 0)
            ON CONFLICT (id) DO NOTHING
            """)
        try session.perform(
            """
            INSERT INTO version (mini_app, code, file_list, listing, statement, statement_sha256, epoch, is_finished)
            VALUES (\(.text(id.rawValue)), \(.integer(version.code)), \(.text(listing.files.sha256.hex)),
                \(.text(row.listing)), \(.text(row.statement)), \(.text(version.statement.digest.hex)),
                \(.integer(version.epoch)), false)
            """)
        return voided
    }

    /// The effect of a new epoch on the versions of earlier ones.
    package struct Voided {
        package var versions: [(code: Int, state: String)] = []
        /// The version that is live again, if the live one was voided.
        package var live: Int?
    }

    /// Voids the versions of earlier epochs whose codes are not below that of a new version: a stolen key may have
    /// signed the highest possible code.
    private func voidEarlierEpochs(of version: StoredVersion) throws -> Voided {
        let id = SQLValue.text(version.listing.id.rawValue)
        let epoch = SQLValue.integer(version.epoch)
        let earlier: SQLFragment = "mini_app = \(id) AND epoch < \(epoch) AND code >= \(.integer(version.code))"
        let columns: SQLFragment = """
            mini_app, code, epoch, file_list, listing, statement, statement_sha256, is_finished, withdrawn,
            withdrawal_reason
            """
        let rows = try session.rows(
            """
            SELECT version_state.code, state FROM version_state
            JOIN version ON version.mini_app = version_state.mini_app AND version.code = version_state.code
            WHERE version.mini_app = \(id) AND epoch < \(epoch) AND version.code >= \(.integer(version.code))
            """)
        if rows.isEmpty { return Voided() }
        try session.perform(
            """
            INSERT INTO voided_version (\(columns), voided_by) SELECT \(columns), \(epoch) FROM version WHERE \(earlier)
            ON CONFLICT (mini_app, epoch, code) DO UPDATE SET voided_by = excluded.voided_by,
                file_list = excluded.file_list, listing = excluded.listing, statement = excluded.statement,
                statement_sha256 = excluded.statement_sha256, is_finished = excluded.is_finished,
                withdrawn = excluded.withdrawn, withdrawal_reason = excluded.withdrawal_reason
            """)
        try session.perform("DELETE FROM version WHERE \(earlier)")
        return Voided(
            versions: try rows.map { (code: try $0.int(0), state: try $0.text(1)) }, live: try goBack(id))
    }

    /// Makes the newest earlier version live again if the live one was voided.
    ///
    /// - Returns: That version's code.
    private func goBack(_ id: SQLValue) throws -> Int? {
        var back: Int?
        let isLive: SQLFragment = "mini_app = \(id) AND state = 'live'"
        if try !session.exists("SELECT 1 FROM version_state WHERE \(isLive)") {
            back = try session.row(
                """
                SELECT max(version_state.code) FROM version_state
                JOIN version ON version.mini_app = version_state.mini_app AND version.code = version_state.code
                WHERE version.mini_app = \(id) AND state = 'superseded' AND bytes_removed IS NULL
                """)?.optionalInt(0)
            try session.perform(
                """
                UPDATE version_state SET state = 'live', permyriad = 10000, revision = revision + 1
                WHERE mini_app = \(id) AND code = \(.integer(back))
                """)
        }
        try session.perform(
            """
            UPDATE mini_app SET current_code = coalesce((SELECT code FROM version_state WHERE \(isLive)), 0)
            WHERE id = \(id)
            """)
        return back
    }
}
