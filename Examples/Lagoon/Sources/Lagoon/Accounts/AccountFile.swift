import AtollCredentials
import AtollPackages
import AtollWeb
import DurableFiles
import Foundation

/// The demo's users, in a JSON file.
///
/// Passwords are hashed in a separate pool, outside this actor, so that no page waits for hashing.
public actor AccountFile: UserRegistry {
    /// A user that a new file contains.
    public struct Seed: Sendable {
        /// The user's id, which never changes.
        public let id: String
        /// The name that the user signs in with; lowercase.
        public let signInName: String
        /// The first password, in plain text.
        public let password: String
        /// The name that is shown to people.
        public let name: String
        /// The roles that decide which mini apps the user may open.
        public let roles: [String]
    }

    private var accounts: [Account]
    private let file: URL
    private let outbox: Outbox
    private let mail = MailQueue()
    private let pool: HashingPool
    private let date: @Sendable () -> Date
    private var resets: MailCodes
    /// Compared with the password if the name is unknown, so that signing in takes the same time for unknown and known
    /// names.
    private let decoy: PasswordHash

    /// The limit on confirmed accounts; all of them live in one file.
    static let maximumAccounts = 10_000
    /// The limit on unconfirmed accounts. Beyond it the oldest ones are removed, so that registering many accounts does
    /// not prevent others from registering.
    static let maximumPending = 1_000

    /// The limit on accounts that have lapsed and wait to be removed.
    static let maximumLapsed = 5_000

    /// Opens the file, or creates it with `seeds` if it does not exist.
    ///
    /// - Parameters:
    ///   - outbox: Receives mail to the users. Default: the folder `mail` next to the file.
    ///   - pool: Hashes passwords.
    ///   - now: The clock that reset codes expire by.
    ///   - date: The clock that unconfirmed accounts expire by.
    /// - Throws: An error if the file can't be read, decoded or written.
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
                // Files written by earlier versions contain no e-mail addresses.
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
        // The account may have been removed, or its password changed, during hashing.
        guard self.account(named: name)?.password == hash else { return nil }
        return user(id: account.id)
    }

    public func mark(ofUserNamed name: String) async -> AccountMark? {
        account(named: name).map { AccountMark(account: $0.id, password: $0.password.mark) }
    }

    public func user(id: String) -> User? {
        accounts.first { $0.id == id && !$0.hasLapsed(at: date()) }?.user
    }

    /// All users whose accounts are confirmed.
    func confirmed() -> [User] { accounts.filter(\.isConfirmed).map(\.user) }

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
        // The name may have been taken in the meantime.
        guard account(named: signInName) == nil else { throw RegistrationError.nameTaken }
        let kept = accounts.filter { !$0.hasLapsed(at: date()) }
        guard kept.count(where: { $0.isConfirmed }) < Self.maximumAccounts else { throw RegistrationError.full }
        let crowdedOut = Self.crowdedOut(of: kept.filter { !$0.isConfirmed })
        // They stay in the file until what is stored about them is removed.
        let lapsed =
            accounts.filter { $0.hasLapsed(at: date()) }
            + kept.filter { crowdedOut.contains($0.id) }.map { account in
                var account = account
                account.created = .distantPast
                return account
            }
        let code = MailCodes.random()
        let account = Account(
            id: "u-\(UUID().uuidString.lowercased())", signInName: signInName, name: name, roles: [], password: hash,
            email: email, created: date(), confirmation: MailCodes.digest(code), network: registration.network
        )
        try save(
            kept.filter { !crowdedOut.contains($0.id) } + [account] + lapsed.suffix(Self.maximumLapsed))
        sendConfirmation(to: account, at: confirmation(code))
        return account.user
    }

    public func lapsedUsers() -> [User] { accounts.filter { $0.hasLapsed(at: date()) }.map(\.user) }

    public func removeLapsed(_ ids: Set<String>) throws {
        let kept = accounts.filter { !ids.contains($0.id) || !$0.hasLapsed(at: date()) }
        if kept.count < accounts.count { try save(kept) }
    }

    /// Returns the ids of the pending accounts to remove, so that there is room for one more.
    ///
    /// Each is the oldest account of the network with the most pending accounts. An attacker with many addresses in one
    /// network removes only accounts from that network.
    private static func crowdedOut(of pending: [Account]) -> Set<String> {
        /// Whether the second network has more accounts, or equally many and the oldest one.
        func isLess(_ one: [Account], _ other: [Account]) -> Bool {
            if one.count != other.count { return one.count < other.count }
            return (one.last?.created ?? .distantPast) > (other.last?.created ?? .distantPast)
        }
        var networks = Dictionary(grouping: pending) { $0.network ?? "" }
            .mapValues { $0.sorted { ($0.created ?? .distantPast) > ($1.created ?? .distantPast) } }
        var crowdedOut: Set<String> = []
        while pending.count - crowdedOut.count >= maximumPending,
            let most = networks.max(by: { isLess($0.value, $1.value) })?.key,
            let oldest = networks[most]?.popLast()
        {
            crowdedOut.insert(oldest.id)
        }
        return crowdedOut
    }

    private func sendConfirmation(to account: Account, at address: String) {
        let outbox = outbox
        mail.add {
            try? outbox.send(
                to: account.email ?? "", subject: "Confirm your e-mail address for Lagoon",
                """
                Hello \(account.name),

                to keep your account, confirm your e-mail address within a day:

                \(address)

                If you did not create this account, you can ignore this message. The account is removed after a day.
                """)
        }
    }

    public func confirm(code: String) throws -> User? {
        // Looked up by its digest, so that timing reveals nothing about the code.
        let digest = MailCodes.digest(code)
        guard let index = accounts.firstIndex(where: { $0.confirmation == digest }),
            !accounts[index].hasLapsed(at: date())
        else { return nil }
        var changed = accounts
        changed[index].confirmed = date()
        changed[index].confirmation = nil
        changed[index].network = nil
        try save(changed)
        return changed[index].user
    }

    public func sendReset(to signInName: String, address: @escaping @Sendable (String) -> String) {
        // The name is looked up after the response, so that the response takes the same time whether the name exists or
        // not.
        let outbox = outbox
        mail.add { [weak self] in
            guard let (account, code) = await self?.beginReset(of: signInName) else { return }
            // Send outside the actor. Inside it, other requests would wait for the mail, and the wait would reveal that
            // the name exists.
            try? outbox.send(
                to: account.email ?? "", subject: "Reset your Lagoon password",
                """
                Hello \(account.name),

                someone asked to reset the password of your account. If it was you, choose a new password within 30 minutes:

                \(address(code))

                If it was not you, you can ignore this message.
                """
            )
        }
    }

    private func beginReset(of signInName: String) -> (Account, code: String)? {
        guard let account = account(named: signInName), account.isConfirmed, account.email != nil else { return nil }
        return (account, resets.issue(for: account.id))
    }

    public func canReset(code: String) -> Bool { resets.owner(of: code) != nil }

    public func reset(
        code: String, password: String, before: @escaping @Sendable (String) async throws -> Void
    ) async throws -> User? {
        // The password is checked only if the code is valid.
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

    public func removeAccount(
        of id: String, password: String, before: @escaping @Sendable (String) async throws -> Void
    ) async throws -> Bool {
        guard let account = accounts.first(where: { $0.id == id }) else { return false }
        let current = account.password
        guard try await pool.run({ try current.matches(password) }) else { return false }
        try await before(id)
        guard accounts.contains(where: { $0.id == id && $0.password == current }) else { return false }
        try save(accounts.filter { $0.id != id })
        resets.removeAll(of: id)
        // After any mail that is being sent.
        mail.add { [outbox] in try? outbox.removeAll(to: account.email ?? "") }
        return true
    }

    /// Waits until all mail requested so far has been written.
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
