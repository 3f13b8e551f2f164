import AtollCredentials
import AtollTestSupport
import AtollWeb
import Foundation
import Testing

@testable import Lagoon

@Suite("Accounts")
struct AccountTests {
    @Test("The right password opens an account, and only its hash is stored")
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

    @Test("Two users with the same password have different hashes")
    func salts() throws {
        let hashes = try [PasswordHash(of: "same"), PasswordHash(of: "same")]
        #expect(hashes[0] != hashes[1])
        #expect(try hashes[0].matches("same"))
        #expect(try !hashes[0].matches("Same"))
    }

    private static func registration(
        _ signInName: String, _ name: String = "Cleo Reef", _ password: String = "mangrove-kettle-19",
        email: String = "cleo@example.com"
    ) -> Registration {
        Registration(signInName: signInName, name: name, email: email, password: password)
    }

    @Test("A user registers, and is found again after a restart; a name can be taken only once")
    func registering() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "accounts.json")
        let accounts = try AccountFile(file, seeding: DemoAccounts.all)
        let cleo = try await accounts.register(Self.registration("Cleo", " Cleo Reef ")) { $0 }
        #expect(cleo.name == "Cleo Reef")
        #expect(cleo.roles.isEmpty && cleo.created != nil)
        let found = try await AccountFile(file, seeding: []).user(named: "cleo", password: "mangrove-kettle-19")
        #expect(found?.id == cleo.id)
        let good = "mangrove-kettle-19"
        let refusals: [(Registration, RegistrationError)] = [
            (Self.registration("ada"), .nameTaken), (Self.registration("CLEO"), .nameTaken),
            (Self.registration("a"), .badSignInName), (Self.registration("9lives"), .badSignInName),
            (Self.registration("../x"), .badSignInName), (Self.registration("dora", ""), .badName),
            (Self.registration("dora", "Do\u{7}ra"), .badName),
            (Self.registration("dora", "Dora", "short"), .weakPassword(.tooShort(minimum: 10))),
            (Self.registration("dora", "Dora", "password2024"), .weakPassword(.common)),
        ]
        for (registration, expected) in refusals {
            await #expect(throws: expected) { try await accounts.register(registration) { $0 } }
        }
        for email in [
            "", "dora", "dora@", "@example.com", "dora@example", "a b@example.com", "dora@-x.com",
            "d\r\nBcc: x@y.zz@e.com",
        ] {
            await #expect(throws: RegistrationError.badEmail) {
                try await accounts.register(Self.registration("dora", "Dora", good, email: email)) { $0 }
            }
        }
    }

    @Test("A code confirms an e-mail address; an account not confirmed within a day goes, and its name is free")
    func confirming() async throws {
        let directory = try TemporaryDirectory()
        let clock = TestClock()
        let start = Date()
        let begun = clock.now
        let outbox = Outbox(directory.url.appending(path: "mail"))
        let accounts = try AccountFile(
            directory.url.appending(path: "accounts.json"), seeding: DemoAccounts.all, outbox: outbox,
            now: { clock.now }, date: { start.addingTimeInterval(Double((clock.now - begun).components.seconds)) })
        let stays = try await accounts.register(Self.registration("stays", email: "s@example.com")) { "code=\($0)" }
        let goes = try await accounts.register(Self.registration("goes", email: "g@example.com")) { "code=\($0)" }
        await accounts.drainMail()
        let mails = try Self.codes(in: outbox)
        let code = try #require(mails["s@example.com"]?.first)
        #expect(try await accounts.confirm(code: "wrong") == nil)
        #expect(try await accounts.confirm(code: code)?.id == stays.id)
        #expect(try await accounts.confirm(code: code) == nil, "it is valid once")
        clock.advance(by: .seconds(86_399))
        #expect(await accounts.user(id: goes.id) != nil)
        clock.advance(by: .seconds(1))
        #expect(await accounts.user(id: goes.id) == nil)
        #expect(await accounts.user(id: stays.id) != nil)
        let late = try #require(mails["g@example.com"]?.first)
        #expect(try await accounts.confirm(code: late) == nil)
        #expect(try await accounts.register(Self.registration("goes")) { $0 }.id != goes.id)
        // It stays until the data stored about its user is removed, also for another process.
        let again = try AccountFile(
            directory.url.appending(path: "accounts.json"), seeding: [], now: { clock.now },
            date: { start.addingTimeInterval(Double((clock.now - begun).components.seconds)) })
        for registry in [Self.registry(again), Self.registry(accounts)] {
            #expect(try await registry.lapsedUsers().map(\.id) == [goes.id])
        }
        try await Self.registry(accounts).removeLapsed([goes.id, stays.id])
        #expect(try await Self.registry(accounts).lapsedUsers().isEmpty)
        #expect(await accounts.user(id: stays.id) != nil, "one that has not lapsed stays")
    }

    @Test("However many unconfirmed accounts there are, the next one can be created")
    func crowd() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "accounts.json")
        let accounts = try AccountFile(file, seeding: DemoAccounts.all)
        let first = try await accounts.register(Self.registration("first")) { $0 }
        // Written to the file, because hashing a thousand passwords would take minutes.
        let one = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as! [[String: Any]]
        let pending = try #require(one.last)
        let crowd = (0..<1_200).map { number in
            pending.merging(["id": "u-x\(number)", "signInName": "crowd\(number)", "network": "a"]) { $1 }
        }
        try JSONSerialization.data(withJSONObject: one + crowd).write(to: file)
        let crowded = try AccountFile(file, seeding: [])
        let next = try await crowded.register(Self.registration("next")) { $0 }
        #expect(await crowded.user(id: next.id) != nil)
        #expect(await crowded.user(id: "u-1") != nil, "confirmed accounts stay")
        #expect(await crowded.user(id: first.id) != nil, "accounts from other networks stay")
        let lapsed = try await Self.registry(crowded).lapsedUsers()
        #expect(lapsed.count == 202, "1,201 were there, and one of 1,000 is new")
        try await Self.registry(crowded).removeLapsed(Set(lapsed.map(\.id)))
        let kept = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as! [[String: Any]]
        #expect(kept.count == AccountFile.maximumPending + DemoAccounts.all.count)
    }

    /// Returns the accounts as the shell uses them. Called directly, an actor's synchronous methods give way to the protocol's defaults.
    private static func registry(_ accounts: AccountFile) -> any UserRegistry { accounts }

    /// The codes in the mail by recipient, oldest message first.
    private static func codes(in outbox: Outbox) throws -> [String: [String]] {
        guard FileManager.default.fileExists(atPath: outbox.folder.path) else { return [:] }
        var codes: [String: [String]] = [:]
        let mails = try FileManager.default.contentsOfDirectory(
            at: outbox.folder, includingPropertiesForKeys: [.contentModificationDateKey])
        let dated = try mails.map {
            ($0, try $0.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate!)
        }
        for (mail, _) in dated.sorted(by: { $0.1 < $1.1 }) {
            let lines = try String(contentsOf: mail, encoding: .utf8).split(separator: "\n")
            let recipient = String(lines[0].dropFirst("To: ".count))
            codes[recipient, default: []] += lines.filter { $0.hasPrefix("code=") }.map { String($0.dropFirst(5)) }
        }
        return codes
    }

    @Test("A code resets a password once, within 30 minutes, and is sent only for names that exist")
    func resetting() async throws {
        let directory = try TemporaryDirectory()
        let clock = TestClock()
        let outbox = Outbox(directory.url.appending(path: "mail"))
        let accounts = try AccountFile(
            directory.url.appending(path: "accounts.json"), seeding: DemoAccounts.all, outbox: outbox,
            now: { clock.now }
        )
        await accounts.sendReset(to: "nobody") { "code=\($0)" }
        await accounts.drainMail()
        #expect(try Self.codes(in: outbox).isEmpty)
        for _ in 0..<9 {
            await accounts.sendReset(to: "Ada") { "code=\($0)" }
            await accounts.drainMail()
            clock.advance(by: .seconds(1))
        }
        let codes = try #require(try Self.codes(in: outbox)["ada@lagoon.example"])
        #expect(codes.count == 9)
        await #expect(throws: RegistrationError.weakPassword(.tooShort(minimum: 10))) {
            try await accounts.reset(code: codes[1], password: "short", before: { _ in })
        }
        #expect(
            try await accounts.reset(code: codes[0], password: "mangrove-kettle-19", before: { _ in }) == nil,
            "only the newest eight are valid")
        #expect(try await accounts.reset(code: codes[1], password: "mangrove-kettle-19", before: { _ in })?.id == "u-1")
        #expect(
            try await accounts.reset(code: codes[2], password: "mangrove-kettle-20", before: { _ in }) == nil,
            "one was used")
        #expect(try await accounts.user(named: "ada", password: "mangrove-kettle-19") != nil)
        #expect(try await accounts.user(named: "ada", password: "coral-reef-1843") == nil)
        await accounts.sendReset(to: "ada") { "code=\($0)" }
        await accounts.drainMail()
        let late = try #require(try Self.codes(in: outbox)["ada@lagoon.example"]?.last)
        clock.advance(by: .seconds(1_800))
        #expect(try await accounts.reset(code: late, password: "mangrove-kettle-21", before: { _ in }) == nil)
        #expect(try await accounts.reset(code: "", password: "mangrove-kettle-21", before: { _ in }) == nil)
    }

    @Test("Sending mail does not delay other requests, which would reveal that a name exists")
    func slowMail() async throws {
        let directory = try TemporaryDirectory()
        let (begun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let outbox = Outbox(directory.url.appending(path: "mail")) {
            begun.signal()
            _ = mayGoOn.wait(timeout: .now() + .seconds(20))
        }
        let accounts = try AccountFile(
            directory.url.appending(path: "accounts.json"), seeding: DemoAccounts.all, outbox: outbox)
        await accounts.sendReset(to: "ada") { "code=\($0)" }
        // Wait on a separate thread: the blocked mail already occupies one of the threads that run tasks.
        await withCheckedContinuation { done in
            Thread {
                begun.wait()
                done.resume()
            }.start()
        }
        #expect(try await !Self.registry(accounts).canReset(code: "a"))
        #expect(try Self.codes(in: outbox).isEmpty, "the answer waited for the mail")
        mayGoOn.signal()
        await accounts.drainMail()
        #expect(try Self.codes(in: outbox)["ada@lagoon.example"]?.count == 1)
    }

    @Test("An account's mark changes with its password, and differs from that of a later account with its name")
    func marks() async throws {
        let directory = try TemporaryDirectory()
        let outbox = Outbox(directory.url.appending(path: "mail"))
        let accounts = try AccountFile(
            directory.url.appending(path: "accounts.json"), seeding: DemoAccounts.all, outbox: outbox)
        let first = try #require(try await Self.registry(accounts).mark(ofUserNamed: "ADA"))
        #expect(try await Self.registry(accounts).mark(ofUserNamed: "ada") == first)
        #expect(try await Self.registry(accounts).mark(ofUserNamed: "unknown") == nil)
        await accounts.sendReset(to: "ada") { "code=\($0)" }
        await accounts.drainMail()
        let code = try #require(try Self.codes(in: outbox)["ada@lagoon.example"]?.first)
        _ = try await accounts.reset(code: code, password: "mangrove-kettle-19", before: { _ in })
        let second = try #require(try await Self.registry(accounts).mark(ofUserNamed: "ada"))
        #expect(second.account == first.account && second.password != first.password)
        #expect(try await accounts.removeAccount(of: "u-1", password: "mangrove-kettle-19", before: { _ in }))
        #expect(try await Self.registry(accounts).mark(ofUserNamed: "ada") == nil)
        let next = Registration(
            signInName: "ada", name: "Ada", email: "ada@example.com", password: "mangrove-kettle-19")
        _ = try await accounts.register(next) { $0 }
        #expect(try await Self.registry(accounts).mark(ofUserNamed: "ada")?.account != first.account)
    }

    @Test("Changing a password requires the old one")
    func changing() async throws {
        let directory = try TemporaryDirectory()
        let accounts = try AccountFile(directory.url.appending(path: "accounts.json"), seeding: DemoAccounts.all)
        #expect(
            try await !accounts.changePassword(of: "u-1", from: "wrong", to: "mangrove-kettle-19", before: { _ in }))
        #expect(
            try await !accounts.changePassword(of: "u-9", from: "wrong", to: "mangrove-kettle-19", before: { _ in }))
        await #expect(throws: RegistrationError.weakPassword(.common)) {
            try await accounts.changePassword(of: "u-1", from: "coral-reef-1843", to: "qwertyuiop1", before: { _ in })
        }
        #expect(
            try await accounts.changePassword(
                of: "u-1", from: "coral-reef-1843", to: "mangrove-kettle-19", before: { _ in }))
        #expect(try await accounts.user(named: "ada", password: "mangrove-kettle-19")?.id == "u-1")
        #expect(try await accounts.user(named: "ada", password: "coral-reef-1843") == nil)
    }

    @Test("The work before a password change is done first, and only if the change is allowed")
    func order() async throws {
        struct NoDisk: Error {}
        let directory = try TemporaryDirectory()
        let accounts = try AccountFile(directory.url.appending(path: "accounts.json"), seeding: DemoAccounts.all)
        await #expect(throws: NoDisk.self) {
            try await accounts.changePassword(
                of: "u-1", from: "coral-reef-1843", to: "mangrove-kettle-19", before: { _ in throw NoDisk() })
        }
        #expect(try await accounts.user(named: "ada", password: "coral-reef-1843") != nil, "it is unchanged")
        #expect(
            try await !accounts.changePassword(
                of: "u-1", from: "wrong", to: "mangrove-kettle-19",
                before: { _ in Issue.record("The password is wrong.") }))
        let isChanged = try await accounts.changePassword(
            of: "u-1", from: "coral-reef-1843", to: "mangrove-kettle-19",
            before: { (id: String) async throws in
                #expect(id == "u-1")
                #expect(try await accounts.user(named: "ada", password: "mangrove-kettle-19") == nil)
            })
        #expect(isChanged)
    }

    @Test(
        "A name consists of visible characters",
        arguments: [
            ("Ada Moreno", true), ("Ἀδάμ", true), ("علی‌رضا", true), ("👩‍🔬", true), ("", false), ("a\u{202e}b", false),
            ("a\u{2028}b", false), ("a\nb", false), ("e" + String(repeating: "\u{301}", count: 200), false),
            (String(repeating: "a", count: 81), false),
        ])
    func names(_ name: String, _ isValid: Bool) { #expect(PersonName.isValid(name) == isValid) }

    @Test("While passwords are hashed, pages are served", .timeLimit(.minutes(1)))
    func hashing() async throws {
        let directory = try TemporaryDirectory()
        let pool = HashingPool(width: 1, queueLimit: 2)
        let accounts = try AccountFile(
            directory.url.appending(path: "accounts.json"), seeding: DemoAccounts.all, pool: pool)
        let gate = DispatchSemaphore(value: 0)
        // The pool's only thread is busy until the gate opens.
        let blocker = Task { try await pool.run { gate.wait() } }
        let signIn = Task { try await accounts.user(named: "ada", password: "coral-reef-1843") }
        while await pool.queued < 1 { await Task.yield() }
        #expect(await accounts.user(id: "u-1")?.name == "Ada Moreno", "no page waits for the hash")
        gate.signal()
        try await blocker.value
        #expect(try await signIn.value?.id == "u-1")
    }
}
