import ArgumentParser
import Foundation
import SignedJSON

extension PrivateKey.Kind: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(rawValue: argument == "p256" ? PrivateKey.Kind.ecdsa.rawValue : argument)
    }
}

/// `atoll keys`: manages keys in files that are sealed with a passphrase.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Create, list and rotate offline keys.",
        discussion: """
            A key is a file that is sealed with a passphrase (scrypt, AES-256-GCM). Its public half can be read \
            without the passphrase. Anyone with the file and the passphrase can sign in your name: store the two \
            apart, with a backup of each.
            """,
        subcommands: [NewKeyCommand.self, ListKeysCommand.self, PublicKeyCommand.self, RotateKeyCommand.self]
    )
}
