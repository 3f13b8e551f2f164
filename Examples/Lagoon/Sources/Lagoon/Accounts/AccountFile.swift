import AtollPackages
import AtollWeb
import Credentials
import DurableFiles
import Foundation

/// The demo's users, in a JSON file.
///
/// Passwords are hashed in a pool of their own, outside this actor: what pages ask of it never waits for that.
public actor AccountFile: UserRegistry {
    /// A user that the file starts with.
    public struct Seed: Sendable {
        public let id: String
        public let signInName: String
        public let password: String
        public let name: String
        public let roles: [String]
    }

    private var accounts: [Account]
    private let file: URL
    private let outbox: Outbox
    private let mail = MailQueue()
    private let pool: HashingPool
    private let date: @Sendable () -> Date
    private var resets: MailCodes
    /// What a name that nobody has is compared with, so that it takes as long as one that somebody has.
    private let decoy: PasswordHash

    /// Accounts whose address is confirmed: this is a file.
    static let maximumAccounts = 10_000
    /// Accounts that wait for that. Beyond it the oldest of them go, so that nobody can close the door by making many.
    static let maximumPending = 1_000

    /// Opens the file, and makes it with `seeds` where it is missing.
    ///
    /// - Parameters:
    ///   - outbox: Where mail to the users goes; the folder `mail` beside the file where it is left out.
    ///   - pool: Hashes passwords.
    ///   - now: The time by which codes grow old.
    ///   - date: The time by which accounts do.
    public init(
        _ file: URL, seeding seeds: [Seed], outbox: Outbox? = nil, pool: HashingPool = HashingPool(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        date: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        self.file = file
        self.outbox = outbox ?? Outbox(file.deletingLastPathComponent().appending(path: "mail"))
        self.pool = pool
        self.date = date
        resets = MailCodes(lifetime: .seconds(1_800), now: now)
        if FileManager.default.fileExists(atPath: file.path) {
            accounts = try JSONDecoder().decode([Account].self, from: Data(contentsOf: file)).map { account in
                // What earlier versions have kept has no addresses.
                guard account.email == nil, seeds.contains(where: { $0.id == account.id }) else { return account }
                var account = account
                account.email = "\(account.signInName)@lagoon.example"
                return account
            }
        } else {
            accounts = try seeds.map { seed in
                Account(
                    id: seed.id, signInName: seed.signInName, name: seed.name, roles: seed.roles,
                    password: try PasswordHash(of: seed.password), email: "\(seed.signInName)@lagoon.example",
                    confirmed: .distantPast
                )
            }
            try DurableFile.write(JSONEncoder().encode(accounts), to: file, permissions: 0o600)
        }
        decoy = try accounts.first?.password ?? PasswordHash(of: "")
    }

    public func user(named name: String, password: String) async throws -> User? {
        let account = account(named: name)
        let hash = account?.password ?? decoy
        guard try await pool.run({ try hash.matches(password) }), let account else { return nil }
        // It may have gone, or have another password, while this one was hashed.
        guard self.account(named: name)?.password == hash else { return nil }
        return user(id: account.id)
    }

    public func user(id: String) -> User? {
        accounts.first { $0.id == id && !$0.hasLapsed(at: date()) }?.user
    }

    private func account(named name: String) -> Account? {
        let name = name.lowercased()
        return accounts.first { $0.signInName == name && !$0.hasLapsed(at: date()) }
    }

    public func register(
        _ registration: Registration, confirmation: @escaping @Sendable (String) -> String
    ) async throws -> User {
        let signInName = registration.signInName.lowercased()
        let name = registration.name.trimmingCharacters(in: .whitespacesAndNewlines)
        let email = registration.email.trimmingCharacters(in: .whitespacesAndNewlines)
        guard SignInName.isValid(signInName) else { throw RegistrationError.badSignInName }
        guard PersonName.isValid(name) else { throw RegistrationError.badName }
        guard EmailAddress.isValid(email) else { throw RegistrationError.badEmail }
        try check(registration.password, knowing: [signInName, name, email])
        guard account(named: signInName) == nil else { throw RegistrationError.nameTaken }
        let password = registration.password
        let hash = try await pool.run { try PasswordHash(of: password) }
        // Somebody else may have been quicker.
        guard account(named: signInName) == nil else { throw RegistrationError.nameTaken }
        var kept = accounts.filter { !$0.hasLapsed(at: date()) }
        guard kept.count(where: { $0.isConfirmed }) < Self.maximumAccounts else { throw RegistrationError.full }
        let pending = kept.filter { !$0.isConfirmed }.sorted {
            ($0.created ?? .distantPast) < ($1.created ?? .distantPast)
        }
        let crowdedOut = Set(pending.dropLast(Self.maximumPending - 1).map(\.id))
        kept.removeAll { crowdedOut.contains($0.id) }
        let code = MailCodes.random()
        let account = Account(
            id: "u-\(UUID().uuidString.lowercased())", signInName: signInName, name: name, roles: [], password: hash,
            email: email, created: date(), confirmation: MailCodes.digest(code)
        )
        try save(kept + [account])
        sendConfirmation(to: account, at: confirmation(code))
        return account.user
    }

    private func sendConfirmation(to account: Account, at address: String) {
        let outbox = outbox
        mail.add {
            try? outbox.send(
                to: account.email ?? "", subject: "Confirm your e-mail address for Lagoon",
                """
                Hello \(account.name),

                confirm your e-mail address here within a day, and your account stays:

                \(address)

                If you did not make this account, you can ignore this message: it is removed after a day.
                """)
        }
    }

    public func confirm(code: String) throws -> User? {
        // Found by its digest, whose time tells nothing about the code.
        let digest = MailCodes.digest(code)
        guard let index = accounts.firstIndex(where: { $0.confirmation == digest }),
            !accounts[index].hasLapsed(at: date())
        else { return nil }
        var changed = accounts
        changed[index].confirmed = date()
        changed[index].confirmation = nil
        try save(changed)
        return changed[index].user
    }

    public func sendReset(to signInName: String, address: @escaping @Sendable (String) -> String) {
        // Whether somebody has the name is looked up after the answer, so the answer takes as long either way.
        mail.add { [weak self] in await self?.mailReset(to: signInName, address: address) }
    }

    private func mailReset(to signInName: String, address: @Sendable (String) -> String) {
        guard let account = account(named: signInName), account.isConfirmed, let email = account.email else {
            return
        }
        let code = resets.issue(for: account.id)
        try? outbox.send(
            to: email, subject: "Reset your Lagoon password",
            """
            Hello \(account.name),

            somebody asked to reset the password of your account. If it was you, choose a new one here within half an hour:

            \(address(code))

            If it was not you, you can ignore this message.
            """
        )
    }

    public func reset(
        code: String, password: String, before: @escaping @Sendable (String) async throws -> Void
    ) async throws -> User? {
        // Without a good code nothing is looked at.
        guard let owner = resets.owner(of: code), let account = accounts.first(where: { $0.id == owner }) else {
            return nil
        }
        try check(password, knowing: account.words)
        let hash = try await pool.run { try PasswordHash(of: password) }
        try await before(owner)
        guard let id = resets.owner(of: code), let index = accounts.firstIndex(where: { $0.id == id }) else {
            return nil
        }
        try setPassword(hash, at: index)
        resets.removeAll(of: id)
        return accounts[index].user
    }

    public func changePassword(
        of id: String, from old: String, to new: String, before: @escaping @Sendable (String) async throws -> Void
    ) async throws -> Bool {
        guard let account = accounts.first(where: { $0.id == id }) else { return false }
        try check(new, knowing: account.words)
        let current = account.password
        let hash = try await pool.run { try current.matches(old) ? PasswordHash(of: new) : nil }
        guard let hash else { return false }
        try await before(id)
        guard let index = accounts.firstIndex(where: { $0.id == id }), accounts[index].password == current
        else { return false }
        try setPassword(hash, at: index)
        resets.removeAll(of: id)
        return true
    }

    /// Waits until all mail is written that was asked for.
    func drainMail() async { await mail.drain() }

    private func setPassword(_ hash: PasswordHash, at index: Int) throws {
        var changed = accounts
        changed[index].password = hash
        try save(changed)
    }

    private func check(_ password: String, knowing words: [String]) throws(RegistrationError) {
        if let problem = PasswordRules.problem(with: password, knowing: words + ["Lagoon"]) {
            throw .weakPassword(problem)
        }
    }

    private func save(_ changed: [Account]) throws {
        try DurableFile.write(JSONEncoder().encode(changed), to: file, permissions: 0o600)
        accounts = changed
    }
}
