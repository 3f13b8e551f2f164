import CAtollPostgres

/// The result of a statement: its rows, or the number of rows that it changed.
///
/// `@unchecked Sendable`: libpq never changes a result that has arrived, which the compiler can't know.
package final class PostgresResult: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { PQclear(pointer) }

    package var count: Int { Int(PQntuples(pointer)) }

    /// The number of rows that an `INSERT`, `UPDATE` or `DELETE` changed.
    package var changes: Int { PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0 }

    package var rows: [PostgresRow] { (0..<PQntuples(pointer)).map { PostgresRow(result: self, index: $0) } }

    package var first: PostgresRow? { count > 0 ? PostgresRow(result: self, index: 0) : nil }
}
