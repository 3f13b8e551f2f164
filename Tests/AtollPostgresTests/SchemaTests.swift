import AtollTestSupport
import Foundation
import Testing

@testable import AtollPostgres

@Suite("Migrations")
struct SchemaTests {
    private static let first = PostgresMigration(1, "a table", oldestProgram: 1, "CREATE TABLE one (n bigint)")
    private static let second = PostgresMigration(2, "another", oldestProgram: 1, "CREATE TABLE two (n bigint)")
    private static let third = PostgresMigration(3, "without the first", oldestProgram: 3, "DROP TABLE one")

    @Test("A database is brought to the program's version, once")
    func migrate() async throws {
        let database = try await TestDatabase()
        let schema = PostgresSchema("test", [Self.first, Self.second])
        await #expect(throws: PostgresError.olderSchema(found: 0, needed: 2)) { try await schema.check(database.pool) }
        #expect(try await schema.migrate(database.configuration).map(\.version) == [1, 2])
        try await schema.check(database.pool)
        #expect(try await schema.migrate(database.configuration).isEmpty)
        let longer = PostgresSchema("test", [Self.first, Self.second, Self.third])
        await #expect(throws: PostgresError.olderSchema(found: 2, needed: 3)) { try await longer.check(database.pool) }
        #expect(try await longer.migrate(database.configuration).map(\.version) == [3])
    }

    @Test("Work in Swift after the script of a migration runs once, in its transaction")
    func then() async throws {
        let database = try await TestDatabase()
        let filled = PostgresMigration(2, "rows", oldestProgram: 1, "") { session in
            try session.query("INSERT INTO one VALUES (7)")
        }
        let failing = PostgresMigration(2, "rows", oldestProgram: 1, "CREATE TABLE two (n bigint)") { session in
            try session.query("INSERT INTO two VALUES (1)")
            try session.query("SELECT nonsense")
        }
        try await PostgresSchema("test", [Self.first]).migrate(database.configuration)
        await #expect(throws: PostgresError.self) {
            try await PostgresSchema("test", [Self.first, failing]).migrate(database.configuration)
        }
        await #expect(throws: PostgresError.self) { try await database.pool.read { try $0.query("SELECT n FROM two") } }
        let schema = PostgresSchema("test", [Self.first, filled])
        #expect(try await schema.migrate(database.configuration).map(\.version) == [2])
        #expect(try await schema.migrate(database.configuration).isEmpty)
        #expect(try await database.pool.read { try $0.query("SELECT n FROM one").rows.map { try $0.int(0) } } == [7])
    }

    @Test("A program goes on with a schema to which something was added, and not with one that lost what it uses")
    func twoReleases() async throws {
        let database = try await TestDatabase()
        let old = PostgresSchema("test", [Self.first])
        try await PostgresSchema("test", [Self.first, Self.second]).migrate(database.configuration)
        try await old.check(database.pool)
        #expect(try await old.migrate(database.configuration).isEmpty)
        try await PostgresSchema("test", [Self.first, Self.second, Self.third]).migrate(database.configuration)
        let error = PostgresError.newerSchema(found: 3, known: 1)
        await #expect(throws: error) { try await old.check(database.pool) }
        await #expect(throws: error) { try await old.migrate(database.configuration) }
    }

    @Test("Of several programs at once, one migrates")
    func together() async throws {
        let database = try await TestDatabase()
        let schema = PostgresSchema("test", [Self.first, Self.second])
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<6 { group.addTask { try await schema.migrate(database.configuration).count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == [0, 0, 0, 0, 0, 2])
    }

    @Test("A migration that fails changes nothing")
    func failure() async throws {
        let database = try await TestDatabase()
        let bad = PostgresMigration(2, "bad", oldestProgram: 1, "CREATE TABLE two (n bigint); SELECT nonsense")
        await #expect(throws: PostgresError.self) {
            try await PostgresSchema("test", [Self.first, bad]).migrate(database.configuration)
        }
        #expect(try await PostgresSchema("test", [Self.first, Self.second]).migrate(database.configuration).count == 2)
    }
}
