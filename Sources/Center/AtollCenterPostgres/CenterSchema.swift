import AtollCenter
import AtollCenterDomain
import AtollPostgres

/// The Center's tables in PostgreSQL.
///
/// They are those of SQLite, with PostgreSQL's own indexes in place of FTS5 and R*Tree. All texts that are compared are
/// compared byte by byte (`COLLATE "C"`), as SQLite does, so that both give the same pages.
package enum CenterSchema {
    package static let current = PostgresSchema(
        "center",
        [
            catalog, releases, people, superApps, versions, identities, usage, periods, reviews, renderings, webhooks,
            feedback, previews, searchTerms,
        ])

    /// - Throws: ``MoveError/badEncoding(_:)`` for a database that can't store every text.
    package static func checkEncoding(_ pool: PostgresPool) async throws {
        let encoding = try await pool.read { try $0.query("SHOW server_encoding").first?.text(0) } ?? ""
        guard encoding == "UTF8" else { throw MoveError.badEncoding(encoding) }
    }

    private static let catalog = PostgresMigration(
        1, "catalog, search, API keys", oldestProgram: 1,
        """
        CREATE TABLE mini_app (
            id text COLLATE "C" PRIMARY KEY,
            publisher text COLLATE "C" NOT NULL,
            name text NOT NULL,
            current_code bigint NOT NULL
        );

        CREATE TABLE version (
            mini_app text COLLATE "C" NOT NULL REFERENCES mini_app (id),
            code bigint NOT NULL,
            file_list text NOT NULL,
            listing text NOT NULL,
            statement text NOT NULL,
            statement_sha256 text NOT NULL,
            epoch bigint NOT NULL DEFAULT 0,
            is_finished boolean NOT NULL DEFAULT false,
            withdrawn bigint,
            withdrawal_reason text NOT NULL DEFAULT '',
            current_before bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (mini_app, code)
        );
        CREATE INDEX version_unfinished ON version (mini_app, code) WHERE NOT is_finished;

        CREATE TABLE voided_version (
            mini_app text COLLATE "C" NOT NULL,
            code bigint NOT NULL,
            epoch bigint NOT NULL,
            file_list text NOT NULL,
            listing text NOT NULL,
            statement text NOT NULL,
            statement_sha256 text NOT NULL,
            is_finished boolean NOT NULL,
            withdrawn bigint,
            withdrawal_reason text NOT NULL,
            voided_by bigint NOT NULL,
            PRIMARY KEY (mini_app, epoch, code)
        );

        CREATE TABLE code_allowance (
            mini_app text COLLATE "C" PRIMARY KEY,
            code bigint NOT NULL
        );

        -- Without a row for a mini app, every signed-in user may open it.
        CREATE TABLE required_role (
            mini_app text COLLATE "C" NOT NULL,
            role text COLLATE "C" NOT NULL,
            PRIMARY KEY (mini_app, role)
        );

        CREATE TABLE minimum_host (
            mini_app text COLLATE "C" PRIMARY KEY,
            version text NOT NULL
        );

        CREATE TABLE details (
            mini_app text COLLATE "C" PRIMARY KEY,
            json text NOT NULL
        );

        CREATE TABLE super_app (
            id text COLLATE "C" PRIMARY KEY,
            attributes text NOT NULL
        );

        CREATE TABLE featured (
            super_app text COLLATE "C" NOT NULL,
            position bigint NOT NULL,
            mini_app text COLLATE "C" NOT NULL,
            starts double precision NOT NULL,
            ends double precision NOT NULL,
            PRIMARY KEY (super_app, position)
        );

        CREATE TABLE api_key (
            id text COLLATE "C" PRIMARY KEY,
            secret_sha256 bytea NOT NULL,
            publisher text NOT NULL,
            scopes text NOT NULL,
            ids text NOT NULL,
            created bigint NOT NULL,
            expires bigint NOT NULL
        );

        -- Who may open a mini app, as JSON: mini apps share few.
        CREATE TABLE audience (
            id bigint PRIMARY KEY,
            rule text NOT NULL,
            -- The SHA-256 of the rule, which may be too long for an index.
            digest bytea NOT NULL UNIQUE
        );

        -- The search index: the rows of an entry are rewritten with every change to its mini app. Texts are folded.
        CREATE TABLE entry (
            number bigint PRIMARY KEY,
            id text COLLATE "C" NOT NULL UNIQUE REFERENCES mini_app (id),
            audience bigint NOT NULL REFERENCES audience (id),
            name text COLLATE "C" NOT NULL,
            publisher text COLLATE "C" NOT NULL,
            language text COLLATE "C",
            code double precision NOT NULL,
            size double precision NOT NULL,
            published double precision NOT NULL
        );
        CREATE INDEX entry_by_name ON entry (name, number) INCLUDE (audience);
        CREATE INDEX entry_by_publisher ON entry (publisher);
        CREATE INDEX entry_by_size ON entry (size);
        CREATE INDEX entry_by_published ON entry (published);

        CREATE TABLE entry_listing (
            entry bigint PRIMARY KEY,
            description text COLLATE "C",
            listing text NOT NULL,
            attributes text NOT NULL
        );

        -- Each tier has its own words and those of the tiers above it.
        CREATE TABLE entry_words (
            entry bigint PRIMARY KEY,
            name tsvector NOT NULL,
            keywords tsvector NOT NULL,
            text tsvector NOT NULL
        );
        CREATE INDEX entry_words_by_name ON entry_words USING gin (name) WITH (fastupdate = off);
        CREATE INDEX entry_words_by_keywords ON entry_words USING gin (keywords) WITH (fastupdate = off);
        CREATE INDEX entry_words_by_text ON entry_words USING gin (text) WITH (fastupdate = off);

        CREATE TABLE entry_tag (
            tag text COLLATE "C" NOT NULL,
            entry bigint NOT NULL,
            PRIMARY KEY (tag, entry)
        );
        CREATE INDEX entry_tag_by_entry ON entry_tag (entry);

        CREATE TABLE entry_attribute (
            attribute text COLLATE "C" NOT NULL,
            entry bigint NOT NULL,
            text text COLLATE "C",
            number double precision,
            PRIMARY KEY (attribute, entry)
        );
        CREATE INDEX entry_attribute_by_text ON entry_attribute (attribute, text) WHERE text IS NOT NULL;
        CREATE INDEX entry_attribute_by_number ON entry_attribute (attribute, number) WHERE number IS NOT NULL;
        CREATE INDEX entry_attribute_by_entry ON entry_attribute (entry);

        CREATE TABLE entry_point (
            entry bigint NOT NULL,
            place point NOT NULL,
            latitude double precision NOT NULL,
            longitude double precision NOT NULL
        );
        CREATE INDEX entry_point_by_entry ON entry_point (entry);
        CREATE INDEX entry_point_by_place ON entry_point USING gist (place);

        -- One row, which every change to the catalog locks and increments: so changes have one order, in which all
        -- processes apply them to what they keep in memory.
        CREATE TABLE catalog_clock (
            is_only boolean PRIMARY KEY CHECK (is_only),
            value bigint NOT NULL
        );
        INSERT INTO catalog_clock VALUES (true, 0);

        -- What changed at each time of the clock, for an hour: JSON, or NULL for everything.
        CREATE TABLE catalog_change (
            time bigint PRIMARY KEY,
            change text,
            -- By which the process that made it finds out whether it was committed.
            mark text NOT NULL,
            made timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX catalog_change_by_mark ON catalog_change (mark);
        CREATE INDEX catalog_change_by_age ON catalog_change (made);

        ALTER TABLE entry ALTER COLUMN publisher SET STATISTICS 1000, ALTER COLUMN audience SET STATISTICS 1000;
        ALTER TABLE entry_tag ALTER COLUMN tag SET STATISTICS 1000;
        ALTER TABLE entry_attribute ALTER COLUMN attribute SET STATISTICS 1000, ALTER COLUMN text SET STATISTICS 1000,
            ALTER COLUMN number SET STATISTICS 1000;
        ALTER TABLE entry_words ALTER COLUMN name SET STATISTICS 1000, ALTER COLUMN keywords SET STATISTICS 1000,
            ALTER COLUMN text SET STATISTICS 1000;
        """)

    private static let releases = PostgresMigration(
        2, "releases, the signed repository, blobs", oldestProgram: 2,
        """
        -- Mini apps whose descriptor may differ from what devices have been told.
        CREATE SEQUENCE due_mark;
        CREATE TABLE due (
            mini_app text COLLATE "C" PRIMARY KEY,
            mark bigint NOT NULL DEFAULT nextval('due_mark')
        );
        CREATE INDEX due_in_order ON due (mark);
        INSERT INTO due (mini_app) SELECT DISTINCT mini_app FROM version WHERE NOT is_finished;

        -- Other targets of the repository that wait to be published.
        CREATE TABLE due_target (
            path text COLLATE "C" PRIMARY KEY,
            data bytea NOT NULL,
            mark bigint NOT NULL DEFAULT nextval('due_mark')
        );

        CREATE INDEX version_by_statement ON version (mini_app, statement_sha256);
        CREATE INDEX version_by_file_list ON version (file_list);
        CREATE INDEX voided_version_by_file_list ON voided_version (file_list);

        -- The last version that a Center signed with. It is counted up in a transaction of its own, which is committed
        -- before a file is stored under the number: a sequence may go back when the server crashes.
        CREATE TABLE trust_number (
            is_only boolean PRIMARY KEY CHECK (is_only),
            value bigint NOT NULL
        );
        INSERT INTO trust_number VALUES (true, 0);

        -- Rows from before it was recorded have none.
        ALTER TABLE voided_version ALTER COLUMN voided_by DROP NOT NULL;

        -- The repository as devices see it: everything else about it is in the bucket, and never changes.
        CREATE TABLE trust_head (
            is_only boolean PRIMARY KEY CHECK (is_only),
            number bigint NOT NULL,
            root_version bigint NOT NULL,
            timestamp bytea NOT NULL,
            bins_signed double precision,
            -- After lost transactions: until then no blob is removed, because only the repository may name it.
            collects_after timestamptz
        );

        -- The names of files in the bucket that were not made of such a number, each with the only content it may have.
        CREATE TABLE trust_name (
            path text COLLATE "C" PRIMARY KEY,
            sha256 bytea NOT NULL
        );

        -- Files of the repository that are not listed any more, to be removed when no device needs them.
        CREATE TABLE replaced_file (
            path text COLLATE "C" PRIMARY KEY,
            replaced timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX replaced_file_by_age ON replaced_file (replaced);

        -- Changes to the repository that were signed offline.
        CREATE TABLE proposal (
            name text COLLATE "C" PRIMARY KEY,
            data bytea NOT NULL,
            made timestamptz NOT NULL DEFAULT now(),
            refusal text
        );

        -- The blobs in the bucket. Whoever uploads one touches its row first; whoever removes one locks it.
        CREATE TABLE blob (
            sha256 bytea PRIMARY KEY,
            is_stored boolean NOT NULL DEFAULT false,
            touched timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX blob_by_age ON blob (touched);

        -- Which blobs the file lists of versions name, apart from themselves.
        CREATE TABLE blob_use (
            blob bytea NOT NULL,
            file_list text NOT NULL,
            PRIMARY KEY (blob, file_list)
        );
        CREATE INDEX blob_use_by_list ON blob_use (file_list);
        """)

    private static let people = PostgresMigration(
        3, "people, organizations, the audit log", oldestProgram: 2,
        PeopleTables.people(.postgres) + PeopleTables.audit(.postgres) + PeopleTables.keys(.postgres)
            + PeopleTables.turns)

    private static let superApps = PostgresMigration(
        4, "owners of super apps, requests that may be sent again", oldestProgram: 2,
        PeopleTables.superApps(.postgres) + PeopleTables.requests(.postgres))

    private static let versions = PostgresMigration(
        5, "states of versions", oldestProgram: 5, PeopleTables.versions(.postgres))

    // A program before it would take a key of a CI job for one that the operator made.
    private static let identities = PostgresMigration(
        6, "sign-in elsewhere, publishing from CI", oldestProgram: 6, PeopleTables.identities(.postgres))

    private static let usage = PostgresMigration(
        7, "what hosts have counted", oldestProgram: 6, PeopleTables.usage(.postgres))

    // A program before it would go back to versions whose files are gone, and collect nothing of them.
    private static let periods = PostgresMigration(
        8, "what ends", oldestProgram: 8, PeopleTables.periods(.postgres))

    private static let reviews = PostgresMigration(
        9, "reviews", oldestProgram: 9, PeopleTables.reviews(.postgres))

    private static let renderings = PostgresMigration(
        10, "pictures of pages", oldestProgram: 9, PeopleTables.renderings(.postgres))

    private static let webhooks = PostgresMigration(
        11, "webhooks, notices", oldestProgram: 9,
        PeopleTables.webhooks(.postgres) + "\n" + PeopleTables.notices(.postgres))

    private static let feedback = PostgresMigration(
        12, "what users say", oldestProgram: 9, PeopleTables.feedback(.postgres))

    private static let previews = PostgresMigration(13, "previews", oldestProgram: 9, PeopleTables.previews(.postgres))

    // A program before it would write terms that this one does not look for.
    private static let searchTerms = PostgresMigration(
        14, "terms of searches in all scripts", oldestProgram: 14, ""
    ) { session in
        // As every change to the catalog does.
        try session.query("SELECT value FROM catalog_clock FOR UPDATE")
        try PostgresSearchIndex(session: session).updateAllBeyondASCII()
    }
}
