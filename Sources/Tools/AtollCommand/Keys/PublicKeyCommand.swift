import ArgumentParser
import AtollTerminal
import Foundation
import SignedJSON

struct PublicKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "public", abstract: "Print the public half of a key, to give to others.",
        discussion: """
            Needs no passphrase. Anyone may have what it prints.

            For instance:
              atoll keys public publisher --keys keys   > publisher.pub
            """
    )

    @Argument(help: "The key's name.")
    var name: String

    @OptionGroup
    var ring: KeyRing

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        // The file of a public key is JSON in any case.
        try await reporting { printJSON(KeyFile.file(of: try ring.publicKey(name))) }
    }
}
