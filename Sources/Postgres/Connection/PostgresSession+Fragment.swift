extension PostgresSession {
    /// Executes a statement that was put together.
    @discardableResult
    package func query(_ fragment: SQLFragment) throws(PostgresError) -> PostgresResult {
        let (sql, parameters) = fragment.statement
        return try query(sql, parameters)
    }
}
