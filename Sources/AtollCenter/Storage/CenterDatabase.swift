import Foundation
import GRDB

/// The Center's SQLite database: one file in WAL mode, brought to this version's form when it is opened.
struct CenterDatabase: Sendable {
    let pool: DatabasePool

    /// How much of the file is mapped into memory: addresses, not bytes that are taken.
    private static let mappedBytes = 16 << 30

    /// - Throws: ``CenterConfigurationError/database(_:_:)``.
    init(file: URL) throws {
        var configuration = Configuration()
        configuration.label = "center"
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            // A publish that was acknowledged must outlast a power cut; WAL's usual NORMAL would not force each commit.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // Searches go through many pages. They are read where the system's cache has them, not copied from there.
            try database.execute(sql: "PRAGMA mmap_size = \(Self.mappedBytes)")
        }
        do {
            pool = try DatabasePool(path: file.path, configuration: configuration)
            try Self.migrator.migrate(pool)
        } catch let error as DatabaseError {
            throw CenterConfigurationError.database(file.path, error.message ?? "SQLite reports \(error.resultCode)")
        }
    }

    func close() throws {
        try pool.close()
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE mini_app (
                        id TEXT NOT NULL PRIMARY KEY,
                        publisher TEXT NOT NULL,
                        name TEXT NOT NULL COLLATE NOCASE,
                        current_code INTEGER NOT NULL
                    ) STRICT;
                    CREATE INDEX mini_app_by_name ON mini_app (name, id);

                    CREATE TABLE version (
                        mini_app TEXT NOT NULL REFERENCES mini_app (id),
                        code INTEGER NOT NULL,
                        file_list TEXT NOT NULL,
                        listing TEXT NOT NULL,
                        PRIMARY KEY (mini_app, code)
                    ) STRICT, WITHOUT ROWID;

                    -- No row for a mini app: everybody who is signed in may open it.
                    CREATE TABLE required_role (
                        mini_app TEXT NOT NULL,
                        role TEXT NOT NULL,
                        PRIMARY KEY (mini_app, role)
                    ) STRICT, WITHOUT ROWID;

                    CREATE TABLE api_key (
                        id TEXT NOT NULL PRIMARY KEY,
                        secret_sha256 BLOB NOT NULL,
                        publisher TEXT NOT NULL,
                        scopes TEXT NOT NULL,
                        created INTEGER NOT NULL,
                        expires INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """
            )
        }
        migrator.registerMigration("v2: statements") { database in
            // What was published before there were statements has none, and devices no longer take it.
            try database.execute(
                sql: """
                    DELETE FROM version;
                    DELETE FROM mini_app;
                    ALTER TABLE version ADD COLUMN statement TEXT NOT NULL DEFAULT '';
                    ALTER TABLE version ADD COLUMN statement_sha256 TEXT NOT NULL DEFAULT '';
                    """
            )
        }
        migrator.registerMigration("v3: search") { database in
            try database.execute(sql: SearchTables.sources)
        }
        migrator.registerMigration("v4: search in narrow rows") { database in
            // They are filled by v6, whose columns they need.
            try SearchTables.make(in: database)
        }
        migrator.registerMigration("v5: keys for some mini apps, codes that may jump, epochs of floors") { database in
            try database.execute(
                sql: """
                    -- Ids with spaces between; empty for all of the publisher's.
                    ALTER TABLE api_key ADD COLUMN ids TEXT NOT NULL DEFAULT '';

                    -- The highest version code that the operator lets a mini app jump to.
                    CREATE TABLE code_allowance (
                        mini_app TEXT NOT NULL PRIMARY KEY,
                        code INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;

                    -- Which epoch of its publisher's floors a version was published in.
                    ALTER TABLE version ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

                    -- What stood in the way of a new epoch, kept for who wants to know what was published.
                    CREATE TABLE voided_version (
                        mini_app TEXT NOT NULL,
                        code INTEGER NOT NULL,
                        epoch INTEGER NOT NULL,
                        file_list TEXT NOT NULL,
                        listing TEXT NOT NULL,
                        statement TEXT NOT NULL,
                        statement_sha256 TEXT NOT NULL,
                        PRIMARY KEY (mini_app, epoch, code)
                    ) STRICT, WITHOUT ROWID;
                    """
            )
        }
        migrator.registerMigration("v6: withdrawn versions") { database in
            for table in ["version", "voided_version"] {
                try database.execute(
                    sql: """
                        -- Whether devices were told of it, and its mini app has been brought in line.
                        ALTER TABLE \(table) ADD COLUMN is_finished INTEGER NOT NULL DEFAULT 1;
                        -- When it was withdrawn, in seconds since 1970, and why.
                        ALTER TABLE \(table) ADD COLUMN withdrawn INTEGER;
                        -- What its mini app's current code was when it was added: where it is not finished, that comes back.
                        ALTER TABLE \(table) ADD COLUMN current_before INTEGER NOT NULL DEFAULT 0;
                        ALTER TABLE \(table) ADD COLUMN withdrawal_reason TEXT NOT NULL DEFAULT '';
                        """
                )
            }
            try database.execute(
                sql: """
                    -- The epoch of the version that it was put aside for.
                    ALTER TABLE voided_version ADD COLUMN voided_by INTEGER;
                    UPDATE version SET is_finished = 0
                    WHERE code > (SELECT current_code FROM mini_app WHERE id = version.mini_app)
                    """
            )
            let isFilled = try Int.fetchOne(database, sql: "SELECT 1 FROM entry LIMIT 1") != nil
            if !isFilled { try SearchIndex(database: database).rebuild() }
        }
        return migrator
    }
}
