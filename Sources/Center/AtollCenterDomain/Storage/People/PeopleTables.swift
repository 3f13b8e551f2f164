import SQLStatements

/// The tables of people, organizations and what they do, which are the same in both databases.
package enum PeopleTables {
    /// The statements that make the tables of the audit log, of accounts and of organizations.
    package static func people(_ dialect: SQLDialect) -> String {
        let (text, integer, bytes) = types(dialect)
        let statements = [
            table(
                "account",
                """
                id \(text) PRIMARY KEY,
                -- Folded: two addresses that differ only in case are one account.
                email \(text) NOT NULL UNIQUE,
                name \(text) NOT NULL,
                -- A hash as JSON; NULL for who signs in elsewhere only.
                password \(text),
                totp_secret \(bytes),
                totp_is_on \(integer) NOT NULL DEFAULT 0 CHECK (totp_is_on IN (0, 1)),
                -- The last time step whose code was used: no code is taken twice.
                totp_step \(integer) NOT NULL DEFAULT 0,
                is_suspended \(integer) NOT NULL DEFAULT 0 CHECK (is_suspended IN (0, 1)),
                created \(integer) NOT NULL,
                revision \(integer) NOT NULL DEFAULT 1
                """, dialect),
            "-- Who an identity provider says somebody is.",
            table(
                "external_identity",
                """
                issuer \(text) NOT NULL,
                subject \(text) NOT NULL,
                account \(text) NOT NULL REFERENCES account (id),
                PRIMARY KEY (issuer, subject)
                """, dialect),
            table(
                "recovery_code",
                """
                account \(text) NOT NULL REFERENCES account (id),
                digest \(bytes) NOT NULL,
                PRIMARY KEY (account, digest)
                """, dialect),
            table(
                "work_session",
                """
                digest \(bytes) PRIMARY KEY,
                -- By which it is listed and ended.
                id \(text) NOT NULL UNIQUE,
                account \(text) NOT NULL REFERENCES account (id),
                kind \(text) NOT NULL,
                created \(integer) NOT NULL,
                seen \(integer) NOT NULL,
                expires \(integer) NOT NULL,
                -- Until when the password counts as entered just now.
                confirmed_until \(integer) NOT NULL DEFAULT 0,
                agent \(text) NOT NULL
                """, dialect),
            """
            CREATE INDEX work_session_by_account ON work_session (account);
            CREATE INDEX work_session_by_expiry ON work_session (expires);
            """,
            table(
                "work_secret",
                """
                name \(text) PRIMARY KEY,
                value \(bytes) NOT NULL
                """, dialect),
            table(
                "password_reset",
                """
                digest \(bytes) PRIMARY KEY,
                account \(text) NOT NULL REFERENCES account (id),
                expires \(integer) NOT NULL
                """, dialect),
            table(
                "device_code",
                """
                digest \(bytes) PRIMARY KEY,
                -- What somebody types where they are signed in.
                user_code \(text) NOT NULL UNIQUE,
                account \(text) REFERENCES account (id),
                is_denied \(integer) NOT NULL DEFAULT 0 CHECK (is_denied IN (0, 1)),
                agent \(text) NOT NULL,
                asked \(integer) NOT NULL DEFAULT 0,
                expires \(integer) NOT NULL
                """, dialect),
            table(
                "organization",
                """
                id \(text) PRIMARY KEY,
                name \(text) NOT NULL,
                -- NULL unless it may publish.
                publisher \(text) UNIQUE,
                owns_super_apps \(integer) NOT NULL CHECK (owns_super_apps IN (0, 1)),
                needs_second_factor \(integer) NOT NULL DEFAULT 0 CHECK (needs_second_factor IN (0, 1)),
                is_closed \(integer) NOT NULL DEFAULT 0 CHECK (is_closed IN (0, 1)),
                created \(integer) NOT NULL,
                revision \(integer) NOT NULL DEFAULT 1
                """, dialect),
            table(
                "member",
                """
                organization \(text) NOT NULL REFERENCES organization (id),
                account \(text) NOT NULL REFERENCES account (id),
                is_suspended \(integer) NOT NULL DEFAULT 0 CHECK (is_suspended IN (0, 1)),
                joined \(integer) NOT NULL,
                PRIMARY KEY (organization, account)
                """, dialect),
            """
            CREATE INDEX member_by_account ON member (account);
            """,
            table(
                "member_role",
                """
                organization \(text) NOT NULL,
                account \(text) NOT NULL,
                role \(text) NOT NULL,
                -- The super app or mini app that it is narrowed to, or empty.
                only_one \(text) NOT NULL DEFAULT '',
                PRIMARY KEY (organization, account, role, only_one),
                FOREIGN KEY (organization, account) REFERENCES member (organization, account) ON DELETE CASCADE
                """, dialect),
            table(
                "invitation",
                """
                id \(text) PRIMARY KEY,
                organization \(text) NOT NULL REFERENCES organization (id),
                email \(text) NOT NULL,
                -- As JSON.
                roles \(text) NOT NULL,
                digest \(bytes) NOT NULL UNIQUE,
                inviter \(text) NOT NULL,
                state \(text) NOT NULL
                    CHECK (state IN ('open', 'accepted', 'declined', 'revoked', 'expired')),
                created \(integer) NOT NULL,
                expires \(integer) NOT NULL
                """, dialect),
            """
            CREATE INDEX invitation_by_organization ON invitation (organization, created);
            -- One person is invited to an organization once at a time.
            CREATE UNIQUE INDEX invitation_open ON invitation (organization, email) WHERE state = 'open';
            """,
        ]
        return statements.joined(separator: "\n")
    }

    /// The statements that make the table of the audit log, in which no row is ever changed or removed.
    package static func audit(_ dialect: SQLDialect) -> String {
        let (text, integer, bytes) = types(dialect)
        let statements = [
            table(
                "audit",
                """
                number \(integer) PRIMARY KEY,
                -- In milliseconds since 1970.
                time \(integer) NOT NULL,
                actor_kind \(text) NOT NULL,
                actor \(text) NOT NULL,
                via \(text) NOT NULL,
                action \(text) NOT NULL,
                organization \(text),
                super_app \(text),
                mini_app \(text),
                code \(integer),
                subject \(text),
                before_state \(text),
                after_state \(text),
                comment \(text),
                origin \(bytes) NOT NULL,
                previous \(bytes) NOT NULL,
                digest \(bytes) NOT NULL
                """, dialect),
            """
            CREATE INDEX audit_by_organization ON audit (organization, number);
            CREATE INDEX audit_by_super_app ON audit (super_app, number);
            CREATE INDEX audit_by_mini_app ON audit (mini_app, number);
            CREATE INDEX audit_by_actor ON audit (actor, number);
            CREATE INDEX audit_by_action ON audit (action, number);
            CREATE INDEX audit_by_subject ON audit (subject, number);
            CREATE INDEX audit_by_time ON audit (time);
            """,
            table(
                "audit_origin",
                """
                number \(integer) PRIMARY KEY,
                time \(integer) NOT NULL,
                address \(text) NOT NULL,
                agent \(text) NOT NULL,
                salt \(bytes) NOT NULL
                """, dialect),
            "CREATE INDEX audit_origin_by_time ON audit_origin (time);",
            appendOnly(dialect),
        ]
        return statements.joined(separator: "\n")
    }

    /// The additional columns of API keys: their creator, and the organization.
    package static func keys(_ dialect: SQLDialect) -> String {
        let (text, integer, _) = types(dialect)
        return """
            ALTER TABLE api_key ADD COLUMN organization \(text);
            -- NULL if it was made at the command line of the Center's machine.
            ALTER TABLE api_key ADD COLUMN maker \(text);
            ALTER TABLE api_key ADD COLUMN name \(text) NOT NULL DEFAULT '';
            ALTER TABLE api_key ADD COLUMN used \(integer);
            """
    }

    /// The additional statements for PostgreSQL, where several processes write.
    package static let turns = """
        -- Every change locks this row, so changes have one order.
        CREATE TABLE work_turn (is_only boolean PRIMARY KEY CHECK (is_only));
        INSERT INTO work_turn VALUES (true);

        -- By which a process finds out whether a change was committed whose answer it never got.
        CREATE TABLE work_mark (
            mark text PRIMARY KEY,
            made timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX work_mark_by_age ON work_mark (made);
        """

    private static func appendOnly(_ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite:
            """
            CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
            BEGIN SELECT RAISE(ABORT, 'the audit log is only appended to'); END;
            CREATE TRIGGER audit_is_not_removed BEFORE DELETE ON audit
            BEGIN SELECT RAISE(ABORT, 'the audit log is only appended to'); END;
            """
        case .postgres:
            """
            CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'the audit log is only appended to'; END $$;
            CREATE TRIGGER audit_is_only_appended_to BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
            """
        }
    }

    package static func table(_ name: String, _ columns: String, _ dialect: SQLDialect) -> String {
        "CREATE TABLE \(name) (\n\(columns)\n)" + (dialect == .sqlite ? " STRICT;" : ";")
    }

    /// The types of columns.
    static func types(_ dialect: SQLDialect) -> (text: String, integer: String, bytes: String) {
        switch dialect {
        case .sqlite: ("TEXT", "INTEGER", "BLOB")
        // Compared byte by byte, as SQLite does.
        case .postgres: ("text COLLATE \"C\"", "bigint", "bytea")
        }
    }
}
