import AtollTestSupport
import Foundation
import Testing

@testable import AtollPostgres

@Suite("The address of a database")
struct ConfigurationTests {
    @Test(
        "What is not an address is refused, without being repeated",
        arguments: [
            "http://example.com", "postgres://u:secret@host:port/db", "postgres://u:sec%zzret@host/db",
            "postgres://u:secret@host/db?nonsense=1", "host=a secret", "nonsense", "postgres://u:secret\0@host/db",
            "postgres://u:secret@[::1/db", "postgres://u:pa@secret@db1/center", "postgres://u:123/secret@db1/center",
        ])
    func malformed(_ text: String) {
        do throws(PostgresError) {
            let configuration = try PostgresConfiguration(text)
            Issue.record("\(configuration)")
        } catch {
            #expect(error == .badAddress)
            #expect(!error.description.contains("secret"))
        }
    }

    @Test("A password may have every character")
    func password() async throws {
        let database = try await TestDatabase()
        let password = String(String.UnicodeScalarView((1...0x7e).compactMap { Unicode.Scalar($0) })) + "ä€😀"
        let role = "role_\(database.name)"
        let sql = try await database.pool.read {
            try $0.query("SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', \(.text(role)), \(.text(password)))")
                .first?.text(0)
        }
        let create = try #require(sql)
        try await database.pool.read { try $0.execute(create) }
        let encoded = try #require(password.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let port = try TestServer.postgres.get().port
        let address = "postgres://\(role):\(encoded)@127.0.0.1:\(port)/\(database.name)"
        // The tests' server trusts everybody, so that it arrives whole is looked at here.
        #expect(PostgresConfiguration.values(of: address)?["password"] == password)
        let pool = PostgresPool(try PostgresConfiguration(address))
        #expect(try await pool.read { try $0.query("SELECT current_user::text").first?.text(0) } == role)
        await pool.close()
    }

    @Test("Of several hosts, the one that may be written to is used")
    func hosts() async throws {
        let database = try await TestDatabase()
        let port = try TestServer.postgres.get().port
        let pool = PostgresPool(
            try PostgresConfiguration("postgres://postgres@127.0.0.1:1,127.0.0.1:\(port)/\(database.name)"))
        #expect(try await pool.read { try $0.query("SELECT 1::bigint").first?.int(0) } == 1)
    }
}
