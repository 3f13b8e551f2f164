import ArgumentParser
import Foundation
import SignedJSON

extension PrivateKey.Kind: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(rawValue: argument == "p256" ? PrivateKey.Kind.ecdsa.rawValue : argument)
    }
}

/// `atoll keys`: keys in files that are sealed with a passphrase.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Make, list and renew keys that are kept offline.",
        discussion: """
            A key is a file that is sealed with a passphrase (scrypt, AES-256-GCM). Its public half needs none. Whoever has \
            the file and the passphrase can sign in your name: keep the two apart, and a copy of each.
            """,
        subcommands: [NewKeyCommand.self, ListKeysCommand.self, PublicKeyCommand.self, RotateKeyCommand.self]
    )
}

struct NewKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "new", abstract: "Make a key.")

    @Argument(help: "Its name: letters, digits and -.")
    var name: String

    @Option(help: "The kind of key: ed25519, or ecdsa (P-256) for hardware that has no Ed25519.")
    var kind = PrivateKey.Kind.ed25519

    @OptionGroup
    var ring: KeyRing

    func run() async throws {
        try await reporting {
            let key = try ring.make(name, kind)
            print("\(name)  \(key.kind.rawValue)  \(key.key.id)")
        }
    }
}

struct ListKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys, by name, kind and id.")

    @OptionGroup
    var ring: KeyRing

    func run() async throws {
        try await reporting {
            let keys = try ring.list()
            if keys.isEmpty { note("There is no key in \(ring.url.path).") }
            for (name, key, isSealed) in keys {
                print("\(name)  \(key.type)  \(key.id)\(isSealed ? "" : "  not sealed")")
            }
        }
    }
}

struct PublicKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "public", abstract: "Print the public half of a key, to be given to others.",
        discussion:
            "It needs no passphrase. `atoll keys public publisher > publisher.pub` writes a file that may be sent to anybody."
    )

    @Argument(help: "The key's name.")
    var name: String

    @OptionGroup
    var ring: KeyRing

    func run() async throws {
        try await reporting { print(String(decoding: KeyFile.file(of: try ring.publicKey(name)), as: UTF8.self)) }
    }
}

struct RotateKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Make another key in the place of one, which is kept under a name with its date.",
        discussion: """
            Nobody knows of the new key by that. A publisher's: the review team takes it in with `atoll trust publisher`, then \
            `atoll publish --resign` signs what is live. One of a repository's roles: `atoll trust rotate`.
            """
    )

    @Argument(help: "The key's name.")
    var name: String

    @OptionGroup
    var ring: KeyRing

    func run() async throws {
        try await reporting {
            let (key, before) = try ring.rotate(name, at: Date())
            print("\(name)  \(key.kind.rawValue)  \(key.key.id)")
            print("The one before is kept as \(before).")
        }
    }
}
