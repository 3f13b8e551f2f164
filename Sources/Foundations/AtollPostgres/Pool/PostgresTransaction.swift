/// A transaction that is open while its caller also waits for other things; see ``PostgresPool/transaction(_:)``.
package struct PostgresTransaction: Sendable {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    /// Runs statements in the transaction.
    @discardableResult
    package func run<Result: Sendable>(
        _ work: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        try await connection.run(work)
    }
}
