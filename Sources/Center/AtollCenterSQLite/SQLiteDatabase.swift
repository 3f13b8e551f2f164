import GRDB
import SQLStatements

/// The Center's tables that are the same in both databases, in SQLite.
package struct SQLiteDatabase: SQLDatabase {
    package let pool: DatabasePool

    package init(pool: DatabasePool) {
        self.pool = pool
    }

    package func read<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLSession) throws -> Result
    ) async throws -> Result {
        try await pool.read { try work(SQLiteSession(database: $0)) }
    }

    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLSession) throws -> Result
    ) async throws -> Result {
        try await pool.write { try work(SQLiteSession(database: $0)) }
    }
}
