import AtollCenterDomain
import AtollPackages
import Foundation
import GRDB
import NIOConcurrencyHelpers
import SQLStatements

/// Stores the catalog in SQLite.
package struct SQLiteCatalogStore: CatalogStore {
    package let pool: DatabasePool
    /// Where the repository is that announces what is due.
    package let place: any RepositoryPlace
    /// One release at a time, and nothing is taken back in the middle of one.
    let turns = AsyncTurns()
    package let known: NIOLockedValueBox<Known>
    private let changed: @Sendable (SearchChange) -> Void

    /// Rarely changing data that every search needs, cached in memory.
    package struct Known {
        package var audiences: [Int64: Audience] = [:]
        package var attributes: [String: [AttributeDefinition]] = [:]
        /// The audiences of recent visitors.
        package var visitors: [Visitor: [Int64]] = [:]
    }

    /// - Parameter changed: Called with each change that can affect searches, after its commit and before it is
    ///   acknowledged.
    package init(
        _ database: CenterDatabase, place: any RepositoryPlace,
        changed: @escaping @Sendable (SearchChange) -> Void = { _ in }
    ) throws {
        pool = database.pool
        self.place = place
        self.changed = changed
        known = NIOLockedValueBox(try pool.read(Self.known))
    }

    private static func known(_ database: Database) throws -> Known {
        var known = Known()
        for row in try Row.fetchAll(database, sql: "SELECT id, rule FROM audience") {
            known.audiences[row[0]] = try decode(row[1])
        }
        for row in try Row.fetchAll(database, sql: "SELECT id, attributes FROM super_app") {
            known.attributes[row[0]] = try decode(row[1])
        }
        return known
    }

    package func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Result) async throws
        -> Result
    {
        try await pool.read { try body(SQLiteSession(database: $0)) }
    }

    package func write<Result: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Result) async throws
        -> Result
    {
        try await pool.write { try body(SQLiteSession(database: $0)) }
    }

    @discardableResult
    package func change<Result: Sendable>(
        _ id: MiniAppID, _ body: @escaping @Sendable (any SQLSession) throws -> Result
    ) async throws -> Result {
        try await pool.write { database in
            try change(id, database) { try body(SQLiteSession(database: $0)) }
        }
    }

    package func changeAll(_ body: @escaping @Sendable (any SQLSession) throws -> Void) async throws {
        try await pool.write { database in
            try body(SQLiteSession(database: database))
            try announce(.everything, database)
        }
    }

    /// Changes a mini app within a transaction that may change several, and updates its search entry.
    package func change<Result>(_ id: MiniAppID, _ database: Database, _ body: (Database) throws -> Result) throws
        -> Result
    {
        let index = SearchIndex(database: database)
        let before = try index.entry(of: id)
        let result = try body(database)
        try announce(.entry(before: before, after: index.update(id)), database)
        return result
    }

    /// Reports a change right after its commit, in the order of the transactions.
    package func announce(_ change: SearchChange, _ database: Database) throws {
        let known = try Self.known(database)
        database.afterNextTransaction { _ in
            self.known.withLockedValue { $0 = known }
            changed(change)
        }
    }

    /// One process has the database to itself.
    package var isCurrent: Bool { true }

    package func audiences(of visitor: Visitor) -> [Int64] {
        known.withLockedValue { known in
            if let audiences = known.visitors[visitor] { return audiences }
            if known.visitors.count >= 10_000 { known.visitors = [:] }
            let audiences = known.audiences.filter { $0.value.includes(visitor) }.map(\.key).sorted()
            known.visitors[visitor] = audiences
            return audiences
        }
    }

    package func search(
        _ query: SearchQuery, for audiences: [Int64], superApp: String, total: Int?, at now: Date
    ) async throws -> SearchPage {
        try await pool.read { database in
            try SQLiteSearch(database: database, audiences: audiences, superApp: superApp, now: now)
                .page(query, knownTotal: total)
        }
    }

    package func listing(of id: MiniAppID, for audiences: [Int64], superApp: String) async throws -> String? {
        try await pool.read { database in
            let search = SQLiteSearch(database: database, audiences: audiences, superApp: superApp, now: .distantPast)
            let rows = try search.fetch(
                """
                SELECT listing, \(SQLiteSearch.attributes(of: superApp))
                FROM entry JOIN entry_listing ON entry_listing.entry = entry.number
                WHERE id = \(id.rawValue) AND \(SQLiteSearch.among(audiences, "audience"))
                """)
            return rows.first.map { SearchEntry.listing($0[0], $0[1]) }
        }
    }

    package func attributes(of superApp: String) -> [AttributeDefinition] {
        known.withLockedValue { $0.attributes[superApp] ?? [] }
    }

    package func check() async throws {
        _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT 1 FROM mini_app LIMIT 1") }
    }

    private static func decode<Value: Decodable>(_ text: String) throws -> Value {
        try SearchEntry.value(of: text)
    }
}
