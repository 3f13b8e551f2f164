/// The schema of a program's tables: the migrations that make it.
package struct PostgresSchema: Sendable {
    private let name: String
    private let migrations: [PostgresMigration]
    /// The number of the advisory lock. It must be the same for all programs that migrate these tables: "atoll" as
    /// ASCII.
    private static let lock: Int64 = 0x61_746F_6C6C

    /// - Parameters:
    ///   - name: The owner of the tables, for databases that several programs share.
    ///   - migrations: In the order of their versions.
    package init(_ name: String, _ migrations: [PostgresMigration]) {
        precondition(
            zip(migrations, 1...).allSatisfy { $0.version == $1 }, "the versions of migrations are 1, 2, 3 and so on")
        self.name = name
        self.migrations = migrations
    }

    /// The version that this program works with.
    package var version: Int { migrations.count }

    /// Migrates the database to this program's version. If several programs do so at the same time, one migrates, and
    /// the others wait.
    ///
    /// - Returns: The migrations that were applied; none if a newer program has migrated the database and this program
    ///   can still use it.
    /// - Throws: ``PostgresError/newerSchema(found:known:)``, or another ``PostgresError``. Nothing was changed then.
    @discardableResult
    package func migrate(_ configuration: PostgresConfiguration) async throws -> [PostgresMigration] {
        // Creating an index of a large table takes longer than any request may.
        var patient = configuration
        patient.connections = 1
        patient.statementTimeout = .seconds(6 * 3_600)
        patient.lockTimeout = .seconds(6 * 3_600)
        let pool = PostgresPool(patient)
        do {
            let applied = try await migrate(pool)
            await pool.close()
            return applied
        } catch {
            await pool.close()
            throw error
        }
    }

    private func migrate(_ pool: PostgresPool) async throws -> [PostgresMigration] {
        try await pool.write { session in
            try session.query("SELECT pg_advisory_xact_lock(\(.integer(Self.lock)))")
            try session.execute(
                """
                CREATE TABLE IF NOT EXISTS atoll_schema (
                    name text NOT NULL, version bigint NOT NULL, title text NOT NULL, oldest_program bigint NOT NULL,
                    applied timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (name, version)
                )
                """)
            let found = try self.found(session)
            try self.checkNotTooNew(found)
            let due = self.migrations.dropFirst(found.version)
            for migration in due {
                if !migration.script.isEmpty { try session.execute(migration.script) }
                try migration.then?(session)
                try session.query(
                    """
                    INSERT INTO atoll_schema (name, version, title, oldest_program)
                    VALUES (\(.text(self.name)), \(.integer(migration.version)), \(.text(migration.name)),
                        \(.integer(migration.oldestProgram)))
                    """)
            }
            return Array(due)
        }
    }

    /// Checks that the database has what this program needs.
    ///
    /// - Throws: ``PostgresError/olderSchema(found:needed:)``, ``PostgresError/newerSchema(found:known:)``, or another
    ///   ``PostgresError``.
    package func check(_ pool: PostgresPool) async throws {
        let found: Found
        do {
            found = try await pool.read { try self.found($0) }
        } catch let error as PostgresError where error.state == .undefinedTable {
            found = Found(version: 0, oldestProgram: 0)
        }
        guard found.version >= version else {
            throw PostgresError.olderSchema(found: found.version, needed: version)
        }
        try checkNotTooNew(found)
    }

    /// The version of a database's schema, and the lowest version of programs that can use it.
    private struct Found: Sendable {
        let version: Int
        let oldestProgram: Int
    }

    private func checkNotTooNew(_ found: Found) throws(PostgresError) {
        guard found.oldestProgram <= version else { throw .newerSchema(found: found.version, known: version) }
    }

    private func found(_ session: PostgresSession) throws(PostgresError) -> Found {
        let result = try session.query(
            """
            SELECT coalesce(max(version), 0)::bigint, coalesce(max(oldest_program), 0)::bigint
            FROM atoll_schema WHERE name = \(.text(name))
            """)
        guard let row = result.first else { throw .noRow }
        return Found(version: try row.int(0), oldestProgram: try row.int(1))
    }
}
