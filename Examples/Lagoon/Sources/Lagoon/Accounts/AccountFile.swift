import AtollPackages
import AtollWeb
import DurableFiles
import Foundation

/// The demo's users, in a JSON file.
public actor AccountFile: UserRegistry {
    /// A user that the file starts with.
    public struct Seed: Sendable {
        public let id: String
        public let signInName: String
        public let password: String
        public let name: String
        public let roles: [String]
    }

    private struct Account: Codable {
        let id: String
        let signInName: String
        let name: String
        let roles: [String]
        var password: PasswordHash
    }

    private var accounts: [Account]
    private let file: URL
    private let outbox: Outbox
    private var codes: ResetCodes
    /// What a name that nobody has is compared with, so that it takes as long as one that somebody has.
    private let decoy: PasswordHash

    static let minimumPassword = 10
    static let maximumAccounts = 1_000

    /// Opens the file, and makes it with `seeds` where it is missing.
    ///
    /// - Parameters:
    ///   - outbox: Where mail to the users goes; the folder `mail` beside the file where it is left out.
    ///   - now: The time by which codes grow old.
    public init(
        _ file: URL, seeding seeds: [Seed], outbox: Outbox? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws {
        self.file = file
        self.outbox = outbox ?? Outbox(file.deletingLastPathComponent().appending(path: "mail"))
        codes = ResetCodes(now: now)
        if FileManager.default.fileExists(atPath: file.path) {
            accounts = try JSONDecoder().decode([Account].self, from: Data(contentsOf: file))
        } else {
            accounts = try seeds.map { seed in
                Account(
                    id: seed.id, signInName: seed.signInName, name: seed.name, roles: seed.roles,
                    password: try PasswordHash(of: seed.password)
                )
            }
            try DurableFile.write(JSONEncoder().encode(accounts), to: file, permissions: 0o600)
        }
        decoy = try accounts.first?.password ?? PasswordHash(of: "")
    }

    public func user(named name: String, password: String) throws -> User? {
        let account = accounts.first { $0.signInName == name.lowercased() }
        // One try after another, in this actor: the hash takes memory and time by design.
        let matches = try (account?.password ?? decoy).matches(password)
        return matches ? account.map(Self.user) : nil
    }

    public func user(id: String) -> User? {
        accounts.first { $0.id == id }.map(Self.user)
    }

    public func register(signInName: String, name: String, password: String) throws -> User {
        let signInName = signInName.lowercased()
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard Self.isSignInName(signInName) else { throw RegistrationError.badSignInName }
        guard (1...80).contains(name.count),
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw RegistrationError.badName }
        guard password.count >= Self.minimumPassword else {
            throw RegistrationError.weakPassword(minimum: Self.minimumPassword)
        }
        guard !accounts.contains(where: { $0.signInName == signInName }) else { throw RegistrationError.nameTaken }
        guard accounts.count < Self.maximumAccounts else { throw RegistrationError.full }
        let account = Account(
            id: "u-\(UUID().uuidString.lowercased())", signInName: signInName, name: name, roles: [],
            password: try PasswordHash(of: password)
        )
        try save(accounts + [account])
        return Self.user(account)
    }

    public func sendReset(to signInName: String, address: @escaping @Sendable (String) -> String) throws {
        guard let account = accounts.first(where: { $0.signInName == signInName.lowercased() }) else { return }
        let code = codes.issue(for: account.id)
        try outbox.send(
            to: account.signInName, subject: "Another password for Lagoon",
            """
            Hello \(account.name),

            somebody asked for another password for your account. If it was you, choose one here within half an hour:

            \(address(code))

            If it was not you, there is nothing that you need to do.
            """
        )
    }

    public func reset(code: String, password: String) throws -> User? {
        guard password.count >= Self.minimumPassword else {
            throw RegistrationError.weakPassword(minimum: Self.minimumPassword)
        }
        guard let id = codes.redeem(code), let index = accounts.firstIndex(where: { $0.id == id }) else { return nil }
        var changed = accounts
        changed[index].password = try PasswordHash(of: password)
        try save(changed)
        return Self.user(changed[index])
    }

    private func save(_ changed: [Account]) throws {
        try DurableFile.write(JSONEncoder().encode(changed), to: file, permissions: 0o600)
        accounts = changed
    }

    private static func isSignInName(_ name: String) -> Bool {
        guard (2...32).contains(name.utf8.count), let first = name.utf8.first else { return false }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return letters.contains(first)
            && name.utf8.allSatisfy {
                letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
    }

    private static func user(_ account: Account) -> User {
        User(id: account.id, name: account.name, roles: Set(account.roles))
    }
}
