import ArgumentParser
import AtollTerminal
import Foundation
import SignedJSON

struct NewKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a key.",
        discussion: """
            For instance:
              atoll keys new publisher --keys keys
            """)

    @Argument(help: "The key's name: 1 to 60 letters, digits and hyphens.")
    var name: String

    @Option(help: "The kind of key: ed25519, or ecdsa (P-256) for hardware without Ed25519.")
    var kind = PrivateKey.Kind.ed25519

    @OptionGroup
    var ring: KeyRing

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let key = try ring.make(name, kind)
            result.show(
                ["name": .string(name), "kind": .string(key.kind.rawValue), "id": .string(key.key.id)],
                "\(name)  \(key.kind.rawValue)  id \(key.key.id)",
                "It is in \(ring.url.appending(path: name + ".key").path). Back it up elsewhere: if it is lost, nothing more can be signed with this key."
            )
        }
    }
}
