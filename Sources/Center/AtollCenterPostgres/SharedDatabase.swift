import AtollCenter
import AtollPostgres
import Foundation
import NIOConcurrencyHelpers
import SQLStatements

/// The Center's tables that are the same in both databases, in PostgreSQL.
///
/// Changes have one order, as SQLite's have: each locks one row until it ends. So the data that a change reads stays
/// the same until it is committed.
struct SharedDatabase: SQLDatabase {
    let pool: PostgresPool
    /// Separate connections for changes that wait for their turn.
    let changes: PostgresPool

    func read<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLSession) throws -> Result
    ) async throws -> Result {
        try await pool.snapshot { try work($0) }
    }

    /// Runs statements in one transaction. If the connection is lost during the commit, the database is asked whether
    /// it took place.
    func write<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLSession) throws -> Result
    ) async throws -> Result {
        let mark = UUID().uuidString
        let last = NIOLockedValueBox<Result?>(nil)
        do {
            try await changes.write { session in
                try Self.lock(session)
                let result = try work(session)
                try session.query("INSERT INTO work_mark (mark) VALUES (\(.text(mark)))")
                if Int.random(in: 0..<100) == 0 {
                    try session.query("DELETE FROM work_mark WHERE made < now() - interval '1 hour'")
                }
                last.withLockedValue { $0 = result }
            }
        } catch PostgresError.outcomeUnknown {
            // If that can't be found out either, the outcome stays unknown.
            guard let isRecorded = try? await isRecorded(mark) else { throw PostgresError.outcomeUnknown }
            guard isRecorded else { throw PostgresError.lost("the change was not committed") }
        }
        guard let result = last.withLockedValue({ $0 }) else { throw PostgresError.noRow }
        return result
    }

    /// Lets one change at a time begin; held until its transaction ends.
    private static func lock(_ session: PostgresSession) throws {
        guard try session.query("SELECT 1 FROM work_turn FOR UPDATE").count == 1 else { throw PostgresError.noRow }
    }

    private func isRecorded(_ mark: String) async throws -> Bool {
        try await changes.write { session in
            // The transaction in question holds this lock until it ends.
            try Self.lock(session)
            let found = try session.query("SELECT 1 FROM work_mark WHERE mark = \(.text(mark))")
            return found.count > 0
        }
    }
}
