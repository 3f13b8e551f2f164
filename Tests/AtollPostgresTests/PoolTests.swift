import AtollTestSupport
import Foundation
import SQLStatements
import Testing

@testable import AtollPostgres

@Suite("Connections to PostgreSQL")
struct PoolTests {
    private static func table(_ change: (inout PostgresConfiguration) -> Void = { _ in }) async throws -> TestDatabase {
        let database = try await TestDatabase(change)
        try await database.pool.write { try $0.execute("CREATE TABLE t (n bigint NOT NULL UNIQUE)") }
        return database
    }

    private static func count(_ database: TestDatabase) async throws -> Int? {
        try await database.pool.read { try $0.query("SELECT count(*) FROM t").first?.int(0) }
    }

    @Test("A transaction is committed, or leaves nothing behind")
    func transactions() async throws {
        let database = try await Self.table()
        try await database.pool.write { try $0.query("INSERT INTO t VALUES (1)") }
        struct Stop: Error {}
        await #expect(throws: Stop.self) {
            try await database.pool.write { session in
                try session.query("INSERT INTO t VALUES (2)")
                throw Stop()
            }
        }
        await #expect { try await database.pool.write { try $0.query("INSERT INTO t VALUES (3), (1)") } } throws: {
            ($0 as? PostgresError)?.state == .uniqueViolation
        }
        // A failure that the work hides is one at the commit.
        await #expect(throws: PostgresError.self) {
            try await database.pool.write { session in
                try session.query("INSERT INTO t VALUES (4)")
                _ = try? session.query("SELECT 1 / 0")
            }
        }
        #expect(try await Self.count(database) == 1)
    }

    @Test("A transaction that waits in between holds its locks, and ends whole or not at all")
    func waiting() async throws {
        let database = try await Self.table()
        try await database.pool.transaction { transaction in
            try await transaction.run { try $0.query("INSERT INTO t VALUES (1)") }
            #expect(try await Self.count(database) == 0)
            try await transaction.run { try $0.query("INSERT INTO t VALUES (2)") }
        }
        #expect(try await Self.count(database) == 2)
        await #expect(throws: PostgresError.self) {
            try await database.pool.transaction { transaction in
                try await transaction.run { try $0.query("INSERT INTO t VALUES (3)") }
                try await transaction.run { try $0.query("INSERT INTO t VALUES (1)") }
            }
        }
        #expect(try await Self.count(database) == 2)
    }

    @Test("The server ends a transaction whose program stopped, and its locks go with it")
    func fence() async throws {
        let database = try await Self.table { $0.idleTimeout = .milliseconds(300) }
        let observer = try await TestDatabase()
        await #expect(throws: PostgresError.self) {
            try await database.pool.transaction { transaction in
                try await transaction.run { try $0.query("INSERT INTO t VALUES (1)") }
                try await until("the server does not end the session") {
                    try await observer.pool.read {
                        try !$0.exists(
                            """
                            SELECT 1 FROM pg_stat_activity
                            WHERE datname = \(.text(database.name)) AND state = 'idle in transaction'
                            """)
                    }
                }
                try await transaction.run { try $0.query("INSERT INTO t VALUES (2)") }
            }
        }
        #expect(try await Self.count(database) == 0)
        try await database.pool.write { try $0.query("INSERT INTO t VALUES (1)") }
    }

    @Test("There are never more connections than allowed, and callers wait for their turn")
    func turns() async throws {
        let database = try await Self.table { $0.connections = 3 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    try await database.pool.write { session in
                        try session.query("SELECT pg_sleep(0.005)")
                        try session.query("INSERT INTO t VALUES (\(.integer(number)))")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await Self.count(database) == 60)
        let usage = await database.pool.usage
        #expect((1...3).contains(usage.open) && usage.inUse == 0 && usage.waiting == 0)
    }

    @Test("A caller that finds no connection in time is told so, and one that gives up is forgotten")
    func exhausted() async throws {
        let database = try await Self.table {
            $0.connections = 1
            $0.acquireTimeout = .milliseconds(200)
        }
        try await database.pool.transaction { _ in
            await #expect(throws: PostgresError.exhausted(.milliseconds(200))) { try await Self.count(database) }
        }
        #expect(try await Self.count(database) == 0)
        let patient = try await Self.table {
            $0.connections = 1
            $0.acquireTimeout = Waiting.limit
        }
        try await patient.pool.transaction { _ in
            let task = Task { try await Self.count(patient) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(await patient.pool.usage.waiting == 0)
        }
    }

    @Test("Connections that the server ended are replaced, without an error for anybody", .thorough("races"))
    func terminated() async throws {
        let database = try await Self.table { $0.connections = 4 }
        let killer = try await TestDatabase()
        let name = database.name
        let writing = Task {
            for number in 0..<200 {
                try await database.pool.write { session in
                    // A repeated transaction finds that nothing of the first attempt is there.
                    try session.query("INSERT INTO t VALUES (\(.integer(number)))")
                    try session.query("SELECT pg_sleep(0.002)")
                }
            }
        }
        for _ in 0..<10 {
            try await Task.sleep(for: .milliseconds(40))  // sleep: lets some transactions pass between two kills
            try await killer.pool.read {
                try $0.query(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = \(.text(name)) AND (state <> 'active' OR query NOT ILIKE '%commit%')
                    """)
            }
        }
        do {
            try await writing.value
            #expect(try await Self.count(database) == 200)
        } catch PostgresError.outcomeUnknown {
            // The server ended a session during its commit after all: the caller learns that it must look.
        }
    }

    @Test("A server that does not answer is given up in time")
    func silence() async throws {
        var configuration = try await Self.table().configuration
        configuration.statementTimeout = .seconds(3)
        configuration.retryTime = .zero
        let pool = PostgresPool(configuration)
        await #expect { try await pool.read { try $0.query("SELECT pg_sleep(100)") } } throws: {
            ($0 as? PostgresError)?.state == .cancelled
        }
        await pool.close()
        // One that accepts connections and says nothing.
        let server = try HostileServer()
        defer { server.stop() }
        var silent = try PostgresConfiguration("postgres://postgres@127.0.0.1:\(server.port)/x?connect_timeout=2")
        silent.retryTime = .zero
        let silentPool = PostgresPool(silent)
        let start = ContinuousClock.now
        await #expect(throws: PostgresError.self) { try await silentPool.read { try $0.query("SELECT 1") } }
        #expect(start.duration(to: .now) < Waiting.limit)
    }

    @Test("A connection on which nothing arrives any more is given up in time, and nothing was changed")
    func stalled() async throws {
        let database = try await Self.table()
        let proxy = try ByteProxy(before: TestServer.postgres.get().port)
        defer { proxy.stop() }
        proxy.set([], always: .stall(after: 20_000))
        var configuration = try PostgresConfiguration("postgres://postgres@127.0.0.1:\(proxy.port)/\(database.name)")
        configuration.statementTimeout = .seconds(2)
        configuration.retryTime = .zero
        let pool = PostgresPool(configuration)
        let start = ContinuousClock.now
        await #expect(throws: PostgresError.self) {
            try await pool.write { session in
                try session.query("INSERT INTO t VALUES (1)")
                try session.query("SELECT repeat('x', 1000000)")
            }
        }
        #expect(start.duration(to: .now) < Waiting.limit)
        #expect(try await Self.count(database) == 0)
        #expect(await pool.usage.open == 0)
        await pool.close()
    }

    @Test("A server that can't be reached is an error that says so, without the password")
    func unreachable() async throws {
        var configuration = try PostgresConfiguration("postgres://atoll:s3cr%2Fet@127.0.0.1:1/center")
        configuration.retryTime = .zero
        let pool = PostgresPool(configuration)
        do {
            try await pool.read { _ = try $0.query("SELECT 1") }
            Issue.record("It connected.")
        } catch let error as PostgresError {
            guard case .unreachable = error else { throw error }
            #expect(!error.description.contains("s3cr"))
        }
        #expect(pool.description == "PostgreSQL at 127.0.0.1:1, database center")
    }

    @Test("A pool that was closed says so", arguments: [true, false])
    func closed(hadConnections: Bool) async throws {
        let database = hadConnections ? try await Self.table() : try await TestDatabase()
        #expect(await database.pool.usage.open == (hadConnections ? 1 : 0))
        await database.pool.close()
        await #expect(throws: PostgresError.closed) { try await Self.count(database) }
        #expect(await database.pool.usage.open == 0)
    }

    @Test("A statement is prepared once, and hundreds of different ones do not fill the server")
    func prepared() async throws {
        let database = try await Self.table { $0.connections = 1 }
        for number in 0..<600 {
            let sql = SQLFragment(unchecked: "SELECT \(number)::bigint")
            #expect(try await database.pool.read { try $0.query(sql).first?.int(0) } == number)
        }
        let names: SQLFragment = "SELECT count(*) FROM pg_prepared_statements"
        let count = try await database.pool.read { try $0.query(names).first?.int(0) }
        #expect(try #require(count) <= 256)
    }
}
