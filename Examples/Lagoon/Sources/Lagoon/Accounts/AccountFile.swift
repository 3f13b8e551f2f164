import AtollPackages
import AtollWeb
import Foundation

/// The demo's users, in a JSON file.
public actor AccountFile: UserDirectory {
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
        let password: PasswordHash
    }

    private let accounts: [Account]
    /// What a name that nobody has is compared with, so that it takes as long as one that somebody has.
    private let decoy: PasswordHash

    /// Opens the file, and makes it with `seeds` where it is missing.
    public init(_ file: URL, seeding seeds: [Seed]) throws {
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

    public nonisolated func user(id: String) -> User? {
        accounts.first { $0.id == id }.map(Self.user)
    }

    private static func user(_ account: Account) -> User {
        User(id: account.id, name: account.name, roles: Set(account.roles))
    }
}
