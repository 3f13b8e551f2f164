import SQLStatements

extension PeopleTables {
    /// The statements for notices.
    package static func notices(_ dialect: SQLDialect) -> String {
        let (text, integer, _) = types(dialect)
        return [
            table(
                "notice",
                """
                account \(text) NOT NULL REFERENCES account (id),
                -- The row of the audit log.
                number \(integer) NOT NULL,
                kind \(text) NOT NULL,
                -- In seconds since 1970.
                made \(integer) NOT NULL,
                is_read \(integer) NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1)),
                -- Whether a mail is still to be sent, not before which time, and how often it could not be.
                mail \(text) NOT NULL CHECK (mail IN ('off', 'daily', 'now')),
                mail_at \(integer) NOT NULL,
                failures \(integer) NOT NULL DEFAULT 0,
                PRIMARY KEY (account, number)
                """, dialect),
            "CREATE INDEX notice_by_age ON notice (made);",
            "CREATE INDEX notice_to_mail ON notice (mail_at) WHERE mail <> 'off';",
            table(
                "notice_setting",
                """
                account \(text) NOT NULL REFERENCES account (id),
                kind \(text) NOT NULL,
                mode \(text) NOT NULL CHECK (mode IN ('off', 'daily', 'now')),
                PRIMARY KEY (account, kind)
                """, dialect),
            "-- How far somebody who follows the audit log has read.",
            table("audit_reader", "name \(text) PRIMARY KEY, number \(integer) NOT NULL", dialect),
            "-- Nobody is told now of what happened long ago.",
            "INSERT INTO audit_reader SELECT 'notices', max(number) FROM audit HAVING max(number) IS NOT NULL;",
        ].joined(separator: "\n")
    }
}
