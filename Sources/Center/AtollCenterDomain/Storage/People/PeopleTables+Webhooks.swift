import SQLStatements

extension PeopleTables {
    /// The statements for webhooks.
    package static func webhooks(_ dialect: SQLDialect) -> String {
        let (text, integer, bytes) = types(dialect)
        return [
            table(
                "webhook",
                """
                id \(text) PRIMARY KEY,
                organization \(text) NOT NULL REFERENCES organization (id),
                address \(text) NOT NULL,
                -- A super app or a mini app, if it is about nothing else.
                about \(text),
                is_about_super_app \(integer) NOT NULL CHECK (is_about_super_app IN (0, 1)),
                -- As JSON; an empty list for all.
                actions \(text) NOT NULL,
                secret \(bytes) NOT NULL,
                is_on \(integer) NOT NULL CHECK (is_on IN (0, 1)),
                -- The last row of the audit log that it was told of.
                number \(integer) NOT NULL,
                failures \(integer) NOT NULL,
                -- Not before this time, in seconds since 1970.
                next \(integer) NOT NULL,
                message \(text) NOT NULL,
                maker \(text) NOT NULL,
                created \(integer) NOT NULL
                """, dialect),
            "CREATE INDEX webhook_by_organization ON webhook (organization);",
            "CREATE INDEX webhook_due ON webhook (next) WHERE is_on = 1;",
        ].joined(separator: "\n")
    }
}
