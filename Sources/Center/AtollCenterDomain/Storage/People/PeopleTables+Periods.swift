import SQLStatements

extension PeopleTables {
    /// The statements for what ends: featured periods, keys that publishers have asked for, bytes of versions.
    package static func periods(_ dialect: SQLDialect) -> String {
        let (text, integer, _) = types(dialect)
        let real = dialect == .sqlite ? "REAL" : "double precision"
        let statements = [
            "-- What a super app has featured, or would have.",
            table(
                "featured_past",
                """
                super_app \(text) NOT NULL,
                number \(integer) NOT NULL,
                mini_app \(text) NOT NULL,
                starts \(real) NOT NULL,
                ends \(real) NOT NULL,
                state \(text) NOT NULL CHECK (state IN ('completed', 'cancelled')),
                PRIMARY KEY (super_app, number)
                """, dialect),
            "-- Keys that a publisher wants to sign with, until the review team has signed them offline.",
            table(
                "publisher_request",
                """
                id \(text) PRIMARY KEY,
                organization \(text) NOT NULL REFERENCES organization (id),
                -- The request with its signatures, as JSON.
                document \(text) NOT NULL,
                comment \(text) NOT NULL,
                state \(text) NOT NULL CHECK (state IN ('asked', 'withdrawn', 'refused', 'takenIn')),
                asker \(text) NOT NULL,
                -- Whether as many of the keys before it have signed it as must sign.
                is_confirmed \(integer) NOT NULL CHECK (is_confirmed IN (0, 1)),
                created \(integer) NOT NULL,
                decided \(integer),
                reason \(text) NOT NULL DEFAULT '',
                CHECK ((state = 'asked') = (decided IS NULL))
                """, dialect),
            """
            CREATE UNIQUE INDEX publisher_request_waiting ON publisher_request (organization) WHERE state = 'asked';
            CREATE INDEX publisher_request_by_organization ON publisher_request (organization, created);
            CREATE INDEX publisher_request_by_state ON publisher_request (state, id);
            -- When the files of a version that nobody can receive any more were given up, or NULL.
            ALTER TABLE version ADD COLUMN bytes_removed \(integer);
            CREATE INDEX version_ended ON version_state (mini_app, code)
                WHERE state IN ('discarded', 'rejected', 'superseded');
            -- The critical permissions that its manifest asks for, separated by spaces.
            ALTER TABLE version_state ADD COLUMN critical_permissions \(text) NOT NULL DEFAULT '';
            """,
        ]
        return statements.joined(separator: "\n")
    }
}
