#if canImport(AtollCenterPostgres)
import AtollCenter
import AtollCenterPostgres
import Foundation
import ObjectStorage
import AtollPostgres

/// A new database and a new part of a bucket, for Centers of one test.
package struct SharedStorage: Sendable {
    package let database: PostgresConfiguration
    package let objects: any ObjectStore
    /// The values of `--database` and `--objects` for processes.
    package let addresses: (database: String, objects: String)

    /// - Parameters:
    ///   - port: That of a proxy in front of the bucket, or nil for the bucket itself.
    ///   - server: The hosts and ports of another server than that of all tests.
    ///   - timeout: How long a request to the bucket may take. Tests of a bucket that fails wait for it.
    package init(
        objectPort port: Int? = nil, server: String? = nil, timeout: Duration = Waiting.limit
    ) async throws {
        let prefix = UUID().uuidString.lowercased()
        let address: String
        if let server {
            address = try await Self.newDatabase(on: server)
            try await CenterSchema.current.migrate(PostgresConfiguration(address))
        } else {
            address = try await Self.newDatabase(on: Self.server(), from: Self.template.value)
        }
        database = try PostgresConfiguration(address)
        objects = FaultyObjects(try TestBucket.store(prefix: prefix, port: port, timeout: timeout))
        let objectPort = try port ?? TestServer.objects.get().port
        addresses = (address, "s3://atoll-tests/\(prefix)?endpoint=http://127.0.0.1:\(objectPort)")
    }

    /// A new database, without tables.
    package static func database() async throws -> PostgresConfiguration {
        try PostgresConfiguration(await newDatabase(on: server()))
    }

    private static func server() throws -> String { "127.0.0.1:\(try TestServer.postgres.get().port)" }

    /// The name of a database with the Center's tables, of which each test gets a copy: making them takes longer than
    /// most tests.
    private static let template = Task<String, any Error> {
        let address = try await newDatabase(on: server())
        try await CenterSchema.current.migrate(PostgresConfiguration(address))
        return String(address.split(separator: "/").last ?? "")
    }

    private static func newDatabase(on server: String) async throws -> String {
        try await newDatabase(on: server, from: "template1")
    }

    private static func newDatabase(on server: String, from template: String) async throws -> String {
        let address = "postgres://postgres@\(server)"
        let name = "center_\(UUID().uuidString.prefix(8).lowercased())"
        let pool = PostgresPool(try PostgresConfiguration("\(address)/postgres"))
        try await pool.read { try $0.execute("CREATE DATABASE \(name) TEMPLATE \(template)") }
        await pool.close()
        return "\(address)/\(name)"
    }

    /// The environment of a process that uses this storage.
    package var environment: [String: String] {
        [
            "ATOLL_DATABASE": addresses.database, "ATOLL_OBJECTS": addresses.objects, "AWS_ACCESS_KEY_ID": "atoll",
            "AWS_SECRET_ACCESS_KEY": "atoll-secret",
        ]
    }

    /// Takes over the repository of these keys.
    package func takeOver(_ trust: TestTrust) async throws {
        let repository = SharedRepository(PostgresPool(database), database, objects)
        try await repository.takeOver(trust.repository)
        await repository.close()
    }

    /// The stores of one more process.
    package func stores(grace: Duration = .seconds(86_400)) async throws -> CenterStores {
        try await .postgres(database, objects: objects, grace: grace)
    }
}
#endif
