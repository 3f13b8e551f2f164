import AtollTestSupport

@testable import AtollCenter

#if canImport(AtollCenterPostgres)
@testable import AtollCenterPostgres
@testable import AtollCenterSQLite
#endif

extension TestCenter {
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
