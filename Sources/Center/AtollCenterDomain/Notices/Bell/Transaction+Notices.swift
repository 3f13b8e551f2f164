import AtollCenterAPI
import SQLStatements

extension Transaction {
    /// Makes the notices of events since the last call.
    ///
    /// - Returns: Whether there may be more.
    package func announceNotices(limit: Int = 200) throws -> Bool {
        let (entries, upTo) = try view.unannounced(limit: limit)
        for entry in entries {
            guard let kind = NoticeKind(entry) else { continue }
            for account in try view.audience(of: entry, kind).sorted() {
                guard let known = try view.account(account), !known.isSuspended else { continue }
                let mode = try view.noticeModes(of: account)[kind] ?? kind.usualMode
                try session.perform(
                    """
                    INSERT INTO notice (account, number, kind, made, mail, mail_at)
                    VALUES (\(.text(account)), \(.integer(entry.number)), \(.text(kind.rawValue)), \(.integer(time)),
                        \(.text(mode.rawValue)), \(.integer(mode == .daily ? time + Notice.day : time)))
                    ON CONFLICT DO NOTHING
                    """)
            }
        }
        try session.perform(
            """
            INSERT INTO audit_reader (name, number) VALUES ('notices', \(.integer(upTo)))
            ON CONFLICT (name) DO UPDATE SET number = excluded.number
            """)
        return entries.count == limit
    }

    /// Marks an account's notices as read, up to a row.
    package func readNotices(upTo number: Int, of account: String) throws {
        try session.perform(
            """
            UPDATE notice SET is_read = 1
            WHERE account = \(.text(account)) AND number <= \(.integer(number)) AND is_read = 0
            """)
    }

    /// Changes the mail settings of an account for some kinds of notices.
    package func setNoticeModes(_ modes: [NoticeKind: NoticeKind.Mode], of account: String) throws {
        for (kind, mode) in modes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard !kind.isSecurity || mode == kind.usualMode else {
                throw ActionError.conflict(
                    rule: "security",
                    "You are always told of what concerns the security of your account (\(kind.rawValue)).")
            }
            try session.perform(
                """
                INSERT INTO notice_setting (account, kind, mode)
                VALUES (\(.text(account)), \(.text(kind.rawValue)), \(.text(mode.rawValue)))
                ON CONFLICT (account, kind) DO UPDATE SET mode = excluded.mode
                """)
        }
    }

    /// The urgent kinds, those of ``NoticeKind/isUrgent``, which can't be delayed by any number of other notices.
    static let urgent: SQLFragment = "'newDevice', 'password', 'secondFactor', 'key'"

    /// Takes the mail that is due for an account, for this process. It is not sent twice; if the process ends before it
    /// is sent, the bell has it.
    ///
    /// - Parameter onlyUrgent: Whether to take only notices that are urgent.
    package func takeMail(of account: String, _ mode: NoticeKind.Mode, onlyUrgent: Bool = false) throws -> (
        address: String, notices: [Notice]
    )? {
        // With what is due goes what would be due later on the same day; what could not be sent waits for its time.
        let due: SQLFragment = mode == .daily ? "failures = 0 OR" : ""
        let rows = try session.rows(
            """
            SELECT number, kind FROM notice WHERE account = \(.text(account)) AND mail = \(.text(mode.rawValue))
                AND (\(due) mail_at <= \(.integer(time))) ORDER BY kind IN (\(Self.urgent)) DESC, number LIMIT \(.integer(onlyUrgent ? 1_000 : NoticeMail.maximumLines))
            """)
        let numbers: [Int] = try rows.compactMap { row in
            let kind = NoticeKind(rawValue: try row.text(1))
            return onlyUrgent && kind?.isUrgent != true ? nil : try row.int(0)
        }
        guard let known = try view.account(account) else { return nil }
        let notices = try numbers.compactMap { try view.notice($0, of: account) }
        for number in numbers {
            try session.perform(
                """
                UPDATE notice SET mail = 'off' WHERE account = \(.text(account)) AND number = \(.integer(number))
                """)
        }
        return notices.isEmpty || known.isSuspended ? nil : (known.email, notices)
    }

    /// Has what could not be sent tried again, later each time, and in the end no more: the bell has it.
    ///
    /// - Parameter countsFailure: Whether the delivery failed, rather than the process ended.
    package func giveBackMail(
        of account: String, _ mode: NoticeKind.Mode, _ notices: [Notice], countsFailure: Bool = true
    ) throws {
        for notice in notices {
            let failures = notice.failures + (countsFailure ? 1 : 0)
            guard failures < Notice.maximumFailures else { continue }
            let pause = countsFailure ? Notice.pause << notice.failures : 0
            try session.perform(
                """
                UPDATE notice SET mail = \(.text(mode.rawValue)), failures = \(.integer(failures)),
                    mail_at = \(.integer(time + pause))
                WHERE account = \(.text(account)) AND number = \(.integer(notice.entry.number))
                """)
        }
    }

    /// Removes old notices.
    package func removeOldNotices() throws {
        try session.perform("DELETE FROM notice WHERE made <= \(.integer(time - Notice.lifetime))")
    }
}
