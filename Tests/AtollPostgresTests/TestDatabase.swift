import AtollTestSupport
import Foundation

@testable import AtollPostgres

/// A separate database for each test.
struct TestDatabase {
    let name: String
    let configuration: PostgresConfiguration
    let pool: PostgresPool

    init(_ change: (inout PostgresConfiguration) -> Void = { _ in }) async throws {
        let server = try TestServer.postgres.get()
        name = "test_\(UUID().uuidString.prefix(8).lowercased())"
        let all = PostgresPool(try PostgresConfiguration("postgres://postgres@127.0.0.1:\(server.port)/postgres"))
        let create = "CREATE DATABASE \(name)"
        try await all.read { try $0.execute(create) }
        await all.close()
        var configuration = try PostgresConfiguration(Self.address(name))
        change(&configuration)
        self.configuration = configuration
        pool = PostgresPool(configuration)
    }

    static func address(_ database: String) throws -> String {
        "postgres://postgres@127.0.0.1:\(try TestServer.postgres.get().port)/\(database)"
    }
}
