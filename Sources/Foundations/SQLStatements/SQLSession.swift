/// A session of a database while a transaction is open: statements, one after another.
///
/// SQLite and PostgreSQL have one of these each, so that a table whose statements both know is written about once.
package protocol SQLSession {
    /// Which of the two it is, for the few statements that differ.
    var dialect: SQLDialect { get }

    /// Executes a statement.
    ///
    /// - Returns: Its rows; and how many it changed, if it was to change some.
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
