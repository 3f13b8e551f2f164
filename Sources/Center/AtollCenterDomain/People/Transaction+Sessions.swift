import Foundation
import SQLStatements

extension Snapshot {
    /// The session whose secret has this digest, unless it has ended or its account is suspended.
    package func session(withDigest digest: Data) throws -> AccountSession? {
        try session.row(
            """
            SELECT \(Self.sessionColumns) FROM work_session JOIN account ON account.id = work_session.account
            WHERE digest = \(.bytes(digest)) AND expires > \(.integer(time)) AND account.is_suspended = 0
            """
        ).map(Self.session)
    }

    /// The sessions of an account, the one that was used last first.
    package func sessions(of account: String) throws -> [AccountSession] {
        try session.rows(
            """
            SELECT \(Self.sessionColumns) FROM work_session
            WHERE account = \(.text(account)) AND expires > \(.integer(time)) ORDER BY seen DESC, work_session.id
            """
        ).map(Self.session)
    }

    private static let sessionColumns: SQLFragment = """
        work_session.id, work_session.account, kind, work_session.created, seen, expires, confirmed_until, agent
        """

    private static func kind(_ row: SQLRow) throws -> AccountSession.Kind {
        guard let kind = AccountSession.Kind(rawValue: try row.text(2)) else {
            throw SQLRowError(column: 2, expected: "a kind of session")
        }
        return kind
    }

    /// Checks that a session has not ended since the request began.
    ///
    /// - Throws: ``ActionError/sessionEnded``.
    package func requireOpen(_ known: AccountSession) throws {
        let isOpen = try session.exists(
            """
            SELECT 1 FROM work_session
            WHERE id = \(.text(known.id)) AND account = \(.text(known.account)) AND expires > \(.integer(time))
            """)
        guard isOpen else { throw ActionError.sessionEnded }
    }

    private static func session(_ row: SQLRow) throws -> AccountSession {
        AccountSession(
            id: try row.text(0), account: try row.text(1),
            kind: try kind(row),
            created: try row.int(3), seen: try row.int(4), expires: try row.int(5), confirmedUntil: try row.int(6),
            agent: try row.text(7))
    }
}

extension Transaction {
    /// Begins a session, in which the password counts as entered just now.
    package func beginSession(
        _ id: String, digest: Data, of account: String, _ kind: AccountSession.Kind, agent: String, isConfirmed: Bool
    ) throws {
        try session.perform("DELETE FROM work_session WHERE expires <= \(.integer(time))")
        try session.perform(
            """
            DELETE FROM work_session WHERE account = \(.text(account)) AND id NOT IN (
                SELECT id FROM work_session WHERE account = \(.text(account)) ORDER BY seen DESC, id
                LIMIT \(.integer(AccountSession.maximumCount - 1)))
            """)
        let confirmed = isConfirmed ? time + AccountSession.confirmation : 0
        try session.perform(
            """
            INSERT INTO work_session (digest, id, account, kind, created, seen, expires, confirmed_until, agent)
            VALUES (\(.bytes(digest)), \(.text(id)), \(.text(account)), \(.text(kind.rawValue)), \(.integer(time)),
                \(.integer(time)), \(.integer(time + kind.lifetime)), \(.integer(confirmed)),
                \(.text(String(agent.prefix(200)))))
            """)
        try note(AuditRecord(.signIn, subject: account, after: kind.rawValue))
    }

    /// Notes that a session was used, which makes it last, but no longer than ``AccountSession/longest``.
    package func touch(_ found: AccountSession) throws {
        let end = min(time + found.kind.lifetime, found.created + AccountSession.longest)
        try session.perform(
            """
            UPDATE work_session SET seen = \(.integer(time)), expires = \(.integer(end))
            WHERE id = \(.text(found.id)) AND seen < \(.integer(time))
            """)
    }

    /// Notes that the password was entered again.
    package func confirm(_ id: String, of account: String) throws {
        try session.perform(
            """
            UPDATE work_session SET confirmed_until = \(.integer(time + AccountSession.confirmation))
            WHERE id = \(.text(id)) AND account = \(.text(account))
            """)
        try note(AuditRecord(.confirmPassword, subject: account))
    }

    /// Ends a session of an account.
    package func endSession(_ id: String, of account: String) throws {
        let ended = try session.perform(
            "DELETE FROM work_session WHERE id = \(.text(id)) AND account = \(.text(account))")
        guard ended.changes > 0 else { throw ActionError.unknown("session") }
        try note(AuditRecord(.endSession, subject: account))
    }
}
