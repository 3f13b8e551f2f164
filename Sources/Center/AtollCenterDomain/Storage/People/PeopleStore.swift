import Foundation
import SQLStatements

/// The database of people, organizations and what they do.
///
/// The operations of the Center's parts are in extensions of ``Transaction`` and ``Snapshot``: each change is one
/// transaction without concurrent changes, with its rows of the audit log.
package struct PeopleStore: Sendable {
    private let database: any SQLDatabase
    package let now: @Sendable () -> Date

    package init(_ database: any SQLDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    /// Changes data on behalf of an actor.
    ///
    /// - Parameter work: May be run again from its beginning.
    @discardableResult
    package func change<Result: Sendable>(
        by actor: AuditActor, _ work: @escaping @Sendable (Transaction) throws -> Result
    ) async throws -> Result {
        let now = now()
        let claim = IdempotentRequest.current.flatMap { $0.take() ? $0 : nil }
        do {
            let result = try await database.write { session in
                let change = Transaction(session: session, actor: actor, now: now)
                if let claim { try change.record(claim.request) }
                return try work(change)
            }
            claim?.finish(isCommitted: true)
            return result
        } catch {
            claim?.finish(isCommitted: false)
            throw error
        }
    }

    /// Reads what was committed.
    package func read<Result: Sendable>(_ work: @escaping @Sendable (Snapshot) throws -> Result) async throws -> Result
    {
        let now = now()
        return try await database.read { try work(Snapshot(session: $0, now: now)) }
    }
}
