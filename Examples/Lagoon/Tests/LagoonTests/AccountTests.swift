import AtollTestSupport
import AtollWeb
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
        #expect(await accounts.user(id: ada.id) == ada)
        #expect(await accounts.user(id: "u-9") == nil)
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

    @Test("Somebody registers, and is found again after a restart; a name is given once")
    func registering() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "accounts.json")
        let accounts = try AccountFile(file, seeding: DemoAccounts.all)
        let cleo = try await accounts.register(signInName: "Cleo", name: " Cleo Reef ", password: "ten-letters-1")
        #expect(cleo.name == "Cleo Reef")
        #expect(cleo.roles.isEmpty)
        #expect(try await AccountFile(file, seeding: []).user(named: "cleo", password: "ten-letters-1") == cleo)
        let refusals: [(String, String, String, RegistrationError)] = [
            ("ada", "Another", "ten-letters-1", .nameTaken), ("CLEO", "Another", "ten-letters-1", .nameTaken),
            ("a", "Short", "ten-letters-1", .badSignInName), ("9lives", "Cat", "ten-letters-1", .badSignInName),
            ("../x", "Path", "ten-letters-1", .badSignInName), ("dora", "", "ten-letters-1", .badName),
            ("dora", "Do\u{7}ra", "ten-letters-1", .badName), ("dora", "Dora", "short", .weakPassword(minimum: 10)),
        ]
        for (signInName, name, password, expected) in refusals {
            await #expect(throws: expected) {
                try await accounts.register(signInName: signInName, name: name, password: password)
            }
        }
    }

    @Test("A code sets another password once, within half an hour, and only for a name that somebody has")
    func resetting() async throws {
        let directory = try TemporaryDirectory()
        let clock = TestClock()
        let outbox = Outbox(directory.url.appending(path: "mail"))
        let accounts = try AccountFile(
            directory.url.appending(path: "accounts.json"), seeding: DemoAccounts.all, outbox: outbox,
            now: { clock.now }
        )
        func code() throws -> String {
            let mail = try FileManager.default.contentsOfDirectory(at: outbox.folder, includingPropertiesForKeys: nil)
            #expect(mail.count == 1)
            let text = try String(contentsOf: mail[0], encoding: .utf8)
            try FileManager.default.removeItem(at: mail[0])
            return String(text.split(separator: "\n").first { $0.hasPrefix("code=") }!.dropFirst("code=".count))
        }
        try await accounts.sendReset(to: "nobody") { "code=\($0)" }
        #expect(!FileManager.default.fileExists(atPath: outbox.folder.path))
        try await accounts.sendReset(to: "Ada") { "code=\($0)" }
        let first = try code()
        await #expect(throws: RegistrationError.weakPassword(minimum: 10)) {
            try await accounts.reset(code: first, password: "short")
        }
        #expect(try await accounts.reset(code: first, password: "another-password")?.id == "u-1")
        #expect(try await accounts.reset(code: first, password: "again-password") == nil)
        #expect(try await accounts.user(named: "ada", password: "another-password") != nil)
        #expect(try await accounts.user(named: "ada", password: "coral-reef-1843") == nil)
        try await accounts.sendReset(to: "ada") { "code=\($0)" }
        let late = try code()
        clock.advance(by: ResetCodes.lifetime)
        #expect(try await accounts.reset(code: late, password: "another-password") == nil)
        #expect(try await accounts.reset(code: "", password: "another-password") == nil)
    }
}
