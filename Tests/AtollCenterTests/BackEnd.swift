import AtollTestSupport
import Foundation

@testable import AtollCenter

#if canImport(AtollCenterPostgres)
@testable import AtollCenterPostgres
import Postgres
#endif

/// A database that a Center stores its catalog in. Every feature of the Center is tested on each.
enum BackEnd: String, CaseIterable, Sendable {
    case sqlite
    #if canImport(AtollCenterPostgres)
    case postgres
    #endif

    /// The stores of a new, empty database.
    func stores(in directory: URL) async throws -> CenterStores {
        switch self {
        case .sqlite: return try .sqlite(directory.appending(path: "center.sqlite"))
        #if canImport(AtollCenterPostgres)
        case .postgres:
            let database = try await Self.database()
            try await CenterSchema.current.migrate(database)
            return try await .postgres(database)
        #endif
        }
    }

    #if canImport(AtollCenterPostgres)
    /// A new database, without tables.
    static func database() async throws -> PostgresConfiguration {
        let server = "postgres://postgres@127.0.0.1:\(try TestServer.postgres.get().port)"
        let name = "center_\(UUID().uuidString.prefix(8).lowercased())"
        let pool = PostgresPool(try PostgresConfiguration("\(server)/postgres"))
        try await pool.read { try $0.execute("CREATE DATABASE \(name)") }
        await pool.close()
        return try PostgresConfiguration("\(server)/\(name)")
    }
    #endif
}

extension TestCenter {
    /// Starts a Center on a new database of this kind, calls `body` with it, and stops it.
    static func run<Result: Sendable>(
        on backEnd: BackEnd, _ body: @Sendable @escaping (TestCenter) async throws -> Result
    ) async throws -> Result {
        let directory = try TemporaryDirectory()
        return try await run(in: directory, stores: try await backEnd.stores(in: directory.url), body)
    }

    /// Executes statements that both databases know, behind the Center's back: what an operator might do, or what an
    /// older copy of the database has.
    func execute(_ sql: String) async throws {
        switch center.store {
        case let store as SQLiteCatalogStore: try await store.pool.write { try $0.execute(sql: sql) }
        #if canImport(AtollCenterPostgres)
        case let store as PostgresCatalogStore: try await store.pool.write { try $0.execute(sql) }
        #endif
        default: fatalError("a store of another kind")
        }
    }
}
