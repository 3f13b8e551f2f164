import SQLStatements

extension PeopleTables {
    /// The statements for what a browser sees of versions.
    package static func renderings(_ dialect: SQLDialect) -> String {
        let (text, integer, _) = types(dialect)
        let statements = [
            "-- Whether the pages of a version were opened in a browser, and what was found.",
            table(
                "version_rendering",
                """
                mini_app \(text) NOT NULL,
                code \(integer) NOT NULL,
                state \(text) NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
                -- Since when it is in this state, in seconds since 1970.
                since \(integer) NOT NULL,
                attempts \(integer) NOT NULL,
                findings \(text) NOT NULL,
                -- How many pages were not opened.
                unopened \(integer) NOT NULL,
                -- Why it failed.
                message \(text) NOT NULL,
                PRIMARY KEY (mini_app, code),
                FOREIGN KEY (mini_app, code) REFERENCES version (mini_app, code) ON DELETE CASCADE
                """, dialect),
            "CREATE INDEX version_rendering_due ON version_rendering (since) WHERE state IN ('waiting', 'running');",
            "-- The pictures of its pages, which are blobs.",
            table(
                "version_picture",
                """
                mini_app \(text) NOT NULL,
                code \(integer) NOT NULL,
                page \(text) NOT NULL,
                look \(text) NOT NULL,
                -- Of the page, in the manifest's order.
                number \(integer) NOT NULL,
                sha256 \(text) NOT NULL,
                PRIMARY KEY (mini_app, code, page, look),
                FOREIGN KEY (mini_app, code) REFERENCES version (mini_app, code) ON DELETE CASCADE
                """, dialect),
        ]
        return statements.joined(separator: "\n")
    }
}
