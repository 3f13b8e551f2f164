import SQLStatements

extension PeopleTables {
    /// The statements for identities that others vouch for: CI jobs, and programs that a user signs in.
    package static func identities(_ dialect: SQLDialect) -> String {
        let (text, integer, bytes) = types(dialect)
        let statements = [
            table(
                "trusted_publisher",
                """
                id \(text) PRIMARY KEY,
                organization \(text) NOT NULL REFERENCES organization (id),
                name \(text) NOT NULL,
                issuer \(text) NOT NULL,
                -- What a token must say, as JSON.
                claims \(text) NOT NULL,
                -- The mini apps that it may publish, separated by spaces; empty for all of the organization.
                ids \(text) NOT NULL,
                maker \(text) NOT NULL,
                created \(integer) NOT NULL
                """, dialect),
            "CREATE INDEX trusted_publisher_by_organization ON trusted_publisher (organization, created);",
            "-- The tokens that were taken, until they expire: each is taken once.",
            table("ci_token", "digest \(bytes) PRIMARY KEY,\nexpires \(integer) NOT NULL", dialect),
            """
            CREATE INDEX ci_token_by_expiry ON ci_token (expires);
            ALTER TABLE api_key ADD COLUMN trusted_publisher \(text);
            -- Where the program is that asks, which people read before they permit it.
            ALTER TABLE device_code ADD COLUMN address \(text) NOT NULL DEFAULT '';
            ALTER TABLE device_code ADD COLUMN is_confirmed \(integer) NOT NULL DEFAULT 0;
            CREATE INDEX external_identity_by_account ON external_identity (account);
            """,
        ]
        return statements.joined(separator: "\n")
    }
}
