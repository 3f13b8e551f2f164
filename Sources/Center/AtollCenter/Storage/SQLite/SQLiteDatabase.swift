import GRDB
import SQLStatements

/// The Center's tables that are the same in both databases, in SQLite.
struct SQLiteDatabase: SQLDatabase {
    let pool: DatabasePool

    func read<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLSession) throws -> Result
    ) async throws -> Result {
        try await pool.read { try work(SQLiteSession(database: $0)) }
    }

    func write<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLSession) throws -> Result
    ) async throws -> Result {
        try await pool.write { try work(SQLiteSession(database: $0)) }
    }
}
