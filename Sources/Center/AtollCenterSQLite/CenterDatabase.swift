import AtollCenterDomain
import Foundation
import GRDB

/// The Center's SQLite database: one file in WAL mode, migrated when it is opened.
package struct CenterDatabase: Sendable {
    package let pool: DatabasePool

    /// How much of the file may be mapped into memory: address space, not memory in use.
    private static let mappedBytes = 16 << 30

    /// - Throws: ``CenterConfigurationError/database(_:_:)``.
    package init(file: URL) throws {
        var configuration = Configuration()
        configuration.label = "center"
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            // Searches read many pages. They are read in the system's cache instead of being copied from it.
            try database.execute(sql: "PRAGMA mmap_size = \(Self.mappedBytes)")
        }
        do {
            pool = try DatabasePool(path: file.path, configuration: configuration)
            // Acknowledged changes must survive a power cut; NORMAL does not sync each commit. The pool sets NORMAL
            // when it turns WAL on, after the configuration has prepared the connection.
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                // On macOS, fsync leaves it to the drive when it writes.
                try database.execute(sql: "PRAGMA fullfsync = ON")
                try database.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
            }
            try Self.migrator.migrate(pool)
        } catch let error as DatabaseError {
            throw CenterConfigurationError.database(file.path, error.message ?? "SQLite reports \(error.resultCode)")
        }
    }

    package func close() throws {
        try pool.close()
    }

    /// Whether the database can be read.
    package func check() -> StorageCheck {
        do {
            _ = try pool.read { try Row.fetchOne($0, sql: "SELECT 1 FROM mini_app LIMIT 1") }
            return StorageCheck("database")
        } catch {
            return StorageCheck("database", fault: "\(error)")
        }
    }

    /// How much waits to be announced.
    package func measures() -> [StorageMeasure] {
        let due = try? pool.read {
            try Int.fetchOne($0, sql: "SELECT (SELECT count(*) FROM due) + (SELECT count(*) FROM due_target)")
        }
        return due.map { [StorageMeasure("atoll_center_due", [], Double($0))] } ?? []
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

                    -- Without a row for a mini app, every signed-in user may open it.
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
            // Versions from before statements were introduced have none, and devices no longer accept them.
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
            // The tables are filled by v10, whose columns that requires.
            try SearchTables.make(in: database)
        }
        migrator.registerMigration("v5: keys for some mini apps, codes that may jump, epochs of floors") { database in
            try database.execute(
                sql: """
                    -- Ids, separated by spaces; empty for all of the publisher's.
                    ALTER TABLE api_key ADD COLUMN ids TEXT NOT NULL DEFAULT '';

                    -- The highest version code that the operator permits a mini app to jump to.
                    CREATE TABLE code_allowance (
                        mini_app TEXT NOT NULL PRIMARY KEY,
                        code INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;

                    -- The epoch of the mini app's floors in which a version was published.
                    ALTER TABLE version ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

                    -- Versions that blocked a new epoch, kept as a record of what was published.
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
                        -- Whether it was announced to devices, and its mini app was updated.
                        ALTER TABLE \(table) ADD COLUMN is_finished INTEGER NOT NULL DEFAULT 1;
                        -- When it was withdrawn, in seconds since 1970, and why.
                        ALTER TABLE \(table) ADD COLUMN withdrawn INTEGER;
                        -- The current code of its mini app when it was added, restored if it is never finished.
                        ALTER TABLE \(table) ADD COLUMN current_before INTEGER NOT NULL DEFAULT 0;
                        ALTER TABLE \(table) ADD COLUMN withdrawal_reason TEXT NOT NULL DEFAULT '';
                        """
                )
            }
            try database.execute(
                sql: """
                    -- The epoch of the version that voided it.
                    ALTER TABLE voided_version ADD COLUMN voided_by INTEGER;
                    UPDATE version SET is_finished = 0
                    WHERE code > (SELECT current_code FROM mini_app WHERE id = version.mini_app)
                    """
            )
        }
        migrator.registerMigration("v7: what is due") { database in
            try database.execute(
                sql: """
                    -- Mini apps whose descriptor may differ from what devices have been told.
                    CREATE TABLE due (
                        mark INTEGER PRIMARY KEY AUTOINCREMENT,
                        mini_app TEXT NOT NULL UNIQUE
                    ) STRICT;
                    INSERT INTO due (mini_app) SELECT DISTINCT mini_app FROM version WHERE NOT is_finished;

                    -- Other targets of the repository that wait to be published.
                    CREATE TABLE due_target (
                        mark INTEGER PRIMARY KEY AUTOINCREMENT,
                        path TEXT NOT NULL UNIQUE,
                        data BLOB NOT NULL
                    ) STRICT;
                    CREATE INDEX version_by_statement ON version (mini_app, statement_sha256);
                    """
            )
        }
        migrator.registerMigration("v8: people, organizations, the audit log") { database in
            try database.execute(sql: PeopleTables.people(.sqlite))
            try database.execute(sql: PeopleTables.audit(.sqlite))
            try database.execute(sql: PeopleTables.keys(.sqlite))
        }
        migrator.registerMigration("v9: owners of super apps, requests that may be sent again") { database in
            try database.execute(sql: PeopleTables.superApps(.sqlite))
            try database.execute(sql: PeopleTables.requests(.sqlite))
        }
        migrator.registerMigration("v10: states of versions") { database in
            try database.execute(sql: PeopleTables.versions(.sqlite))
            // Its rows are made from columns that only exist now.
            let isFilled = try Int.fetchOne(database, sql: "SELECT 1 FROM entry LIMIT 1") != nil
            if !isFilled { try SearchIndex(database: database).rebuild() }
        }
        migrator.registerMigration("v11: sign-in elsewhere, publishing from CI") { database in
            try database.execute(sql: PeopleTables.identities(.sqlite))
        }
        migrator.registerMigration("v12: what hosts have counted") { database in
            try database.execute(sql: PeopleTables.usage(.sqlite))
        }
        migrator.registerMigration("v13: what ends") { database in
            try database.execute(sql: PeopleTables.periods(.sqlite))
        }
        migrator.registerMigration("v14: reviews") { database in
            try database.execute(sql: PeopleTables.reviews(.sqlite))
        }
        migrator.registerMigration("v15: pictures of pages") { database in
            try database.execute(sql: PeopleTables.renderings(.sqlite))
        }
        migrator.registerMigration("v16: webhooks, notices") { database in
            try database.execute(sql: PeopleTables.webhooks(.sqlite))
            try database.execute(sql: PeopleTables.notices(.sqlite))
        }
        migrator.registerMigration("v17: what users say") { database in
            try database.execute(sql: PeopleTables.feedback(.sqlite))
        }
        migrator.registerMigration("v18: previews") { database in
            try database.execute(sql: PeopleTables.previews(.sqlite))
        }
        migrator.registerMigration("v19: terms of searches in all scripts") { database in
            try SearchIndex(database: database).updateAllBeyondASCII()
        }
        return migrator
    }
}
