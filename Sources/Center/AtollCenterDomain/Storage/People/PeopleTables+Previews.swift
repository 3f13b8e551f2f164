import SQLStatements

extension PeopleTables {
    /// The statements that make the table of links to versions that are not released.
    package static func previews(_ dialect: SQLDialect) -> String {
        let (text, integer, bytes) = types(dialect)
        return [
            table(
                "preview",
                """
                id \(text) PRIMARY KEY,
                digest \(bytes) NOT NULL UNIQUE,
                mini_app \(text) NOT NULL,
                code \(integer) NOT NULL,
                -- An account; empty for the operator.
                maker \(text) NOT NULL,
                created \(integer) NOT NULL,
                expires \(integer) NOT NULL,
                opens \(integer) NOT NULL,
                opened \(integer) NOT NULL
                """, dialect),
            "CREATE INDEX preview_by_version ON preview (mini_app, code);",
            "CREATE INDEX preview_by_expiry ON preview (expires);",
        ].joined(separator: "\n")
    }
}
