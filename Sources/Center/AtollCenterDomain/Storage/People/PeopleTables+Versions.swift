import SQLStatements

extension PeopleTables {
    /// The statements that give mini apps their super app, and versions their states.
    package static func versions(_ dialect: SQLDialect) -> String {
        let (text, integer, _) = types(dialect)
        let statements = [
            """
            -- NULL if nobody owns the super apps that its versions are for.
            ALTER TABLE mini_app ADD COLUMN super_app \(text) REFERENCES owned_super_app (id);
            -- Why nobody may start it while it is suspected, or NULL.
            ALTER TABLE mini_app ADD COLUMN quarantine \(text);
            -- Whether searches find the current version: what was announced last.
            ALTER TABLE mini_app ADD COLUMN is_listed \(integer) NOT NULL DEFAULT 1;
            UPDATE mini_app SET is_listed = 0 WHERE EXISTS (
                SELECT 1 FROM version
                WHERE version.mini_app = mini_app.id AND version.code = current_code AND withdrawn IS NOT NULL);
            CREATE INDEX mini_app_by_super_app ON mini_app (super_app, id);
            -- Whether the organization's versions need the approvals of the super app.
            ALTER TABLE publishing_grant ADD COLUMN needs_review \(integer) NOT NULL DEFAULT 1;
            """,
            table(
                "version_state",
                """
                mini_app \(text) NOT NULL,
                code \(integer) NOT NULL,
                state \(text) NOT NULL CHECK (state IN (\(states))),
                revision \(integer) NOT NULL DEFAULT 1,
                uploaded \(integer) NOT NULL,
                -- The time of the last change to its state.
                changed \(integer) NOT NULL,
                -- Who uploaded it, and the account behind an API key.
                uploader_kind \(text) NOT NULL,
                uploader \(text) NOT NULL,
                maker \(text),
                -- What is new, for reviewers and users.
                notes \(text) NOT NULL DEFAULT '',
                -- What shall follow when it is approved.
                wish \(text) NOT NULL DEFAULT 'manual' CHECK (wish IN ('manual', 'automatic', 'at')),
                starts \(integer),
                reviewer \(text),
                permyriad \(integer) NOT NULL DEFAULT 0 CHECK (permyriad BETWEEN 0 AND 10000),
                rollout_groups \(text) NOT NULL DEFAULT '[]',
                -- The steps of its release as JSON, how many were carried out, and when the next one is due.
                plan \(text) NOT NULL DEFAULT '[]',
                step \(integer) NOT NULL DEFAULT 0,
                step_time \(integer),
                -- The comment of the last change to the state.
                comment \(text) NOT NULL DEFAULT '',
                PRIMARY KEY (mini_app, code),
                FOREIGN KEY (mini_app, code) REFERENCES version (mini_app, code) ON DELETE CASCADE,
                CHECK ((state = 'live') = (permyriad = 10000)),
                CHECK ((state = 'inReview') = (reviewer IS NOT NULL)),
                CHECK (state <> 'scheduled' OR starts IS NOT NULL),
                CHECK (step_time IS NULL OR state = 'rollingOut')
                """, dialect),
            """
            CREATE UNIQUE INDEX version_in_review ON version_state (mini_app) WHERE state IN ('submitted', 'inReview');
            CREATE UNIQUE INDEX version_approved ON version_state (mini_app) WHERE state IN ('approved', 'scheduled');
            CREATE UNIQUE INDEX version_partial ON version_state (mini_app) WHERE state IN ('rollingOut', 'held');
            CREATE UNIQUE INDEX version_live ON version_state (mini_app) WHERE state = 'live';
            CREATE INDEX version_waiting ON version_state (state, changed)
                WHERE state IN ('submitted', 'inReview', 'scheduled', 'rollingOut', 'held', 'draft');
            """,
            table(
                "version_approval",
                """
                mini_app \(text) NOT NULL,
                code \(integer) NOT NULL,
                account \(text) NOT NULL REFERENCES account (id),
                time \(integer) NOT NULL,
                PRIMARY KEY (mini_app, code, account),
                FOREIGN KEY (mini_app, code) REFERENCES version (mini_app, code) ON DELETE CASCADE
                """, dialect),
            released(dialect),
        ]
        return statements.joined(separator: "\n")
    }

    private static let states = [
        "draft", "submitted", "inReview", "rejected", "approved", "scheduled", "rollingOut", "held", "live",
        "superseded", "withdrawn", "discarded",
    ].map { "'\($0)'" }.joined(separator: ", ")

    /// Versions from before there were states: each was released when it was uploaded.
    private static func released(_ dialect: SQLDialect) -> String {
        let now =
            dialect == .sqlite ? "CAST(strftime('%s', 'now') AS INTEGER)" : "floor(extract(epoch FROM now()))::bigint"
        let state = """
            CASE WHEN withdrawn IS NOT NULL THEN 'withdrawn'
                WHEN version.code = (
                    SELECT max(other.code) FROM version AS other WHERE other.mini_app = version.mini_app
                    AND other.withdrawn IS NULL AND (NOT other.is_finished OR other.code = mini_app.current_code))
                THEN 'live' ELSE 'superseded' END
            """
        return """
            INSERT INTO version_state
                (mini_app, code, state, uploaded, changed, uploader_kind, uploader, wish, permyriad)
            SELECT mini_app, code, state, \(now), \(now), 'system', '', 'automatic',
                CASE WHEN state = 'live' THEN 10000 ELSE 0 END
            FROM (SELECT version.mini_app, version.code, \(state) AS state
                FROM version JOIN mini_app ON mini_app.id = version.mini_app) AS versions;
            """
    }
}
