import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPostgres
import Foundation
import NIOConcurrencyHelpers
import SQLStatements

/// Stores the catalog in PostgreSQL, which several Centers share.
///
/// Every change locks the catalog's clock and increments it, in the transaction of the change. So changes have one
/// order, and ``CatalogFollower`` tells each Center of those of the others, in that order.
package struct PostgresCatalogStore: CatalogStore {
    let pool: PostgresPool
    let follower: CatalogFollower
    /// Where the repository is that announces what is due.
    let repository: SharedRepository

    init(_ pool: PostgresPool, _ follower: CatalogFollower, _ repository: SharedRepository) {
        self.pool = pool
        self.follower = follower
        self.repository = repository
    }

    package var isCurrent: Bool { follower.isCurrent }

    package func check() async throws {
        try await pool.read { try $0.query("SELECT 1 FROM mini_app LIMIT 1") }
    }

    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (any SQLSession) throws -> Result
    ) async throws -> Result {
        try await pool.snapshot { try body($0) }
    }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any SQLSession) throws -> Result
    ) async throws -> Result {
        try await pool.write { try body($0) }
    }

    @discardableResult
    package func change<Result: Sendable>(
        _ id: MiniAppID, _ body: @escaping @Sendable (any SQLSession) throws -> Result
    ) async throws -> Result {
        try await changing { session in try Self.change(id, session) { try body($0) } }
    }

    package func changeAll(_ body: @escaping @Sendable (any SQLSession) throws -> Void) async throws {
        try await change { try body($0) }
    }

    /// Changes a mini app within a transaction that may change several, and updates its search entry.
    static func change<Result>(
        _ id: MiniAppID, _ session: PostgresSession, _ body: (PostgresSession) throws -> Result
    ) throws -> (Result, SearchChange) {
        let index = PostgresSearchIndex(session: session)
        let before = try index.entry(of: id)
        let result = try body(session)
        return (result, .entry(before: before, after: try index.update(id)))
    }

    /// Changes what may affect every search, in one transaction.
    func change(_ body: @Sendable @escaping (PostgresSession) throws -> Void) async throws {
        try await changing { session in (try body(session), .everything) }
    }

    /// Changes the catalog. If the connection is lost during the commit, the database is asked whether it took place.
    private func changing<Result: Sendable>(
        _ body: @Sendable @escaping (PostgresSession) throws -> (Result, SearchChange)
    ) async throws -> Result {
        let mark = UUID().uuidString
        let last = NIOLockedValueBox<(result: Result, time: Int64)?>(nil)
        do {
            try await pool.write { session in
                let time = try CatalogFollower.tick(session)
                let (result, change) = try body(session)
                try CatalogFollower.note(change, at: time, mark: mark, session)
                last.withLockedValue { $0 = (result, time) }
            }
        } catch PostgresError.outcomeUnknown {
            guard try await follower.isRecorded(mark) else {
                throw PostgresError.lost("the change was not committed")
            }
        }
        guard let (result, time) = last.withLockedValue({ $0 }) else { throw PostgresError.noRow }
        await follower.acknowledge(time)
        return result
    }

    package func audiences(of visitor: Visitor) async throws -> [Int64] { try await follower.audiences(of: visitor) }

    package func attributes(of superApp: String) async throws -> [AttributeDefinition] {
        try await follower.attributes(of: superApp)
    }

    package func search(
        _ query: SearchQuery, for audiences: [Int64], superApp: String, total: Int?, at now: Date
    ) async throws -> SearchPage {
        let time = follower.time
        return try await pool.read { session in
            try PostgresSearch(session: session, audiences: audiences, superApp: superApp, now: now, time: time)
                .page(query, knownTotal: total)
        }
    }

    package func listing(of id: MiniAppID, for audiences: [Int64], superApp: String) async throws -> String? {
        try await pool.read { session in
            let found = try session.query(
                """
                SELECT listing, \(PostgresSearch.attributes(of: superApp))
                FROM entry JOIN entry_listing ON entry_listing.entry = entry.number
                WHERE id = \(.text(id.rawValue)) AND audience = ANY (\(.integers(audiences)))
                """)
            return try found.first.map { try SearchEntry.listing($0.text(0), $0.optionalText(1)) }
        }
    }
}
