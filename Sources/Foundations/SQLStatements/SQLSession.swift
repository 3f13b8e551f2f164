/// A session of a database while a transaction is open: statements, one after another.
///
/// SQLite and PostgreSQL each implement it, so that the code for a table whose statements both support is written once.
package protocol SQLSession {
    /// The database's dialect, for the few statements that differ.
    var dialect: SQLDialect { get }

    /// Executes a statement.
    ///
    /// - Returns: Its rows, and the number of rows that it changed, if it was to change any.
    @discardableResult
    func perform(_ statement: SQLFragment) throws -> SQLResult
}

extension SQLSession {
    /// The rows of a query.
    package func rows(_ statement: SQLFragment) throws -> [SQLRow] { try perform(statement).rows }

    /// The first row of a query, or nil.
    package func row(_ statement: SQLFragment) throws -> SQLRow? { try perform(statement).rows.first }

    /// Whether a query has a row.
    package func exists(_ statement: SQLFragment) throws -> Bool { try row(statement) != nil }
}
