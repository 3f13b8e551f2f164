import AtollTestSupport
import Foundation
import Testing

@testable import Lagoon

@Suite("Accounts")
struct AccountTests {
    @Test("The right password opens an account, and its hash is all that is kept")
    func passwords() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "accounts.json")
        _ = try AccountFile(file, seeding: DemoAccounts.all)
        let accounts = try AccountFile(file, seeding: [])
        let ada = try #require(try await accounts.user(named: "Ada", password: "coral-reef-1843"))
        #expect(ada.roles == ["Sales"])
        #expect(try await accounts.user(named: "ada", password: "coral-reef-1844") == nil)
        #expect(try await accounts.user(named: "ada", password: "") == nil)
        #expect(try await accounts.user(named: "nobody", password: "coral-reef-1843") == nil)
        #expect(accounts.user(id: ada.id) == ada)
        #expect(accounts.user(id: "u-9") == nil)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("coral"))
        let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
        #expect(permissions?.intValue == 0o600)
    }

    @Test("Two users with one password have different hashes")
    func salts() throws {
        let hashes = try [PasswordHash(of: "same"), PasswordHash(of: "same")]
        #expect(hashes[0] != hashes[1])
        #expect(try hashes[0].matches("same"))
        #expect(try !hashes[0].matches("Same"))
    }
}
