import SQLStatements

extension PeopleTables {
    /// The statements for what users say about mini apps. A user is a keyed hash there, another one for each mini app.
    package static func feedback(_ dialect: SQLDialect) -> String {
        let (text, integer, bytes) = types(dialect)
        let statements = [
            table(
                "rating",
                """
                mini_app \(text) NOT NULL,
                super_app \(text) NOT NULL,
                person \(bytes) NOT NULL,
                stars \(integer) NOT NULL CHECK (stars BETWEEN 1 AND 5),
                -- Of the version that the user had.
                code \(integer) NOT NULL,
                changed \(integer) NOT NULL,
                PRIMARY KEY (mini_app, super_app, person)
                """, dialect),
            "CREATE INDEX rating_by_age ON rating (changed);",
            "-- How many ratings there are, so that nobody has to count them.",
            table(
                "rating_count",
                """
                mini_app \(text) NOT NULL,
                super_app \(text) NOT NULL,
                code \(integer) NOT NULL,
                stars \(integer) NOT NULL,
                count \(integer) NOT NULL,
                -- What people are told, which follows only several changes at a time.
                told \(integer) NOT NULL DEFAULT 0,
                PRIMARY KEY (mini_app, super_app, code, stars)
                """, dialect),
            table(
                "problem_report",
                """
                id \(text) PRIMARY KEY,
                -- Of the mini app: by which pages of the list are told apart.
                number \(integer) NOT NULL,
                mini_app \(text) NOT NULL,
                super_app \(text) NOT NULL,
                person \(bytes) NOT NULL,
                code \(integer) NOT NULL,
                platform \(text) NOT NULL,
                kind \(text) NOT NULL,
                body \(text) NOT NULL,
                created \(integer) NOT NULL,
                state \(text) NOT NULL CHECK (state IN ('open', 'answered', 'dismissed')),
                answer \(text) NOT NULL,
                -- The account, or the id of a key.
                decider \(text) NOT NULL,
                decided \(integer)
                """, dialect),
            """
            CREATE UNIQUE INDEX problem_report_by_mini_app ON problem_report (mini_app, number);
            CREATE INDEX problem_report_by_state ON problem_report (mini_app, state, number);
            CREATE INDEX problem_report_by_person ON problem_report (person, number);
            CREATE INDEX problem_report_by_age ON problem_report (created);
            """,
        ]
        return statements.joined(separator: "\n")
    }
}
