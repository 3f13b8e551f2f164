import SQLStatements

extension PeopleTables {
    /// The statements for what reviewers see and say about versions.
    package static func reviews(_ dialect: SQLDialect) -> String {
        let (text, integer, _) = types(dialect)
        let statements = [
            "-- What the checks found in a version when it was uploaded, or checked again.",
            table(
                "version_check",
                """
                mini_app \(text) NOT NULL,
                code \(integer) NOT NULL,
                -- The version of the checks, and the version of the mini app that it was compared with.
                checks \(integer) NOT NULL,
                base \(integer),
                findings \(text) NOT NULL,
                blocking \(integer) NOT NULL,
                warnings \(integer) NOT NULL,
                checked \(integer) NOT NULL,
                PRIMARY KEY (mini_app, code),
                FOREIGN KEY (mini_app, code) REFERENCES version (mini_app, code) ON DELETE CASCADE
                """, dialect),
            "-- Findings that a reviewer has accepted: they are folded where nothing has changed.",
            table(
                "accepted_finding",
                """
                mini_app \(text) NOT NULL,
                key \(text) NOT NULL,
                comment \(text) NOT NULL,
                account \(text) NOT NULL,
                code \(integer) NOT NULL,
                accepted \(integer) NOT NULL,
                PRIMARY KEY (mini_app, key)
                """, dialect),
            table(
                "review_comment",
                """
                id \(text) PRIMARY KEY,
                mini_app \(text) NOT NULL,
                code \(integer) NOT NULL,
                kind \(text) NOT NULL CHECK (kind IN ('note', 'question', 'mustChange')),
                -- The comment that it answers.
                answers \(text),
                -- The file and the line, by number and text; NULL for one about the whole.
                path \(text),
                line \(integer),
                line_text \(text) NOT NULL,
                body \(text) NOT NULL,
                author \(text) NOT NULL,
                created \(integer) NOT NULL,
                -- In which order they were made: two may be of the same second.
                number \(integer) NOT NULL,
                resolved \(integer),
                FOREIGN KEY (mini_app, code) REFERENCES version (mini_app, code) ON DELETE CASCADE
                """, dialect),
            "CREATE INDEX review_comment_by_version ON review_comment (mini_app, number);",
            "-- Which files a reviewer has looked at, by their bytes.",
            table(
                "viewed_file",
                """
                account \(text) NOT NULL,
                mini_app \(text) NOT NULL,
                path \(text) NOT NULL,
                sha256 \(text) NOT NULL,
                PRIMARY KEY (account, mini_app, path)
                """, dialect),
        ]
        return statements.joined(separator: "\n")
    }
}
