#if canImport(AtollCenterPostgres)
import AtollCenter
import AtollCenterPostgres
import Foundation
import ObjectStorage
import Postgres

/// A new database and a new part of a bucket, for Centers of one test.
package struct SharedStorage: Sendable {
    package let database: PostgresConfiguration
    package let objects: any ObjectStore

    /// - Parameter port: That of a proxy in front of the bucket, or nil for the bucket itself.
    package init(objectPort port: Int? = nil) async throws {
        database = try await Self.database()
        try await CenterSchema.current.migrate(database)
        objects = FaultyObjects(try TestBucket.store(prefix: UUID().uuidString.lowercased(), port: port))
    }

    /// A new database, without tables.
    package static func database() async throws -> PostgresConfiguration {
        let server = "postgres://postgres@127.0.0.1:\(try TestServer.postgres.get().port)"
        let name = "center_\(UUID().uuidString.prefix(8).lowercased())"
        let pool = PostgresPool(try PostgresConfiguration("\(server)/postgres"))
        try await pool.read { try $0.execute("CREATE DATABASE \(name)") }
        await pool.close()
        return try PostgresConfiguration("\(server)/\(name)")
    }

    /// Takes over the repository of these keys.
    package func takeOver(_ trust: TestTrust) async throws {
        let pool = PostgresPool(database)
        try await SharedRepository(pool, objects).takeOver(trust.repository)
        await pool.close()
    }

    /// The stores of one more process.
    package func stores(grace: Duration = .seconds(86_400)) async throws -> CenterStores {
        try await .postgres(database, objects: objects, grace: grace)
    }
}
#endif
