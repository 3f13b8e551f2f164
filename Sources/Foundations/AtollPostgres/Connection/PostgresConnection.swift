/// A connection to a database, with the thread on which all its calls are made.
///
/// `@unchecked Sendable`: `session` is only used on `thread`, which the compiler can't verify.
final class PostgresConnection: @unchecked Sendable {
    private let thread: ConnectionThread
    private let session: PostgresSession

    private init(_ thread: ConnectionThread, _ session: PostgresSession) {
        self.thread = thread
        self.session = session
    }

    /// - Throws: ``PostgresError/unreachable(_:)``.
    static func open(_ configuration: PostgresConfiguration) async throws -> PostgresConnection {
        let thread = ConnectionThread()
        return try await withCheckedThrowingContinuation { continuation in
            thread.run {
                do throws(PostgresError) {
                    continuation.resume(
                        returning: PostgresConnection(thread, try PostgresSession(configuration)))
                } catch {
                    thread.stop()
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// Runs `work` on the connection's thread.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            thread.run { [self] in
                continuation.resume(with: Swift.Result { try work(session) })
            }
        }
    }

    /// Whether the next caller can use the connection: it works, and no transaction is open.
    func isUsable() async -> Bool {
        (try? await run { $0.fault == nil && !$0.isInTransaction }) ?? false
    }

    func close() {
        thread.run { [self] in session.close() }
        thread.stop()
    }
}
