import ArgumentParser
import Foundation
import SignedJSON

struct PublicKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "public", abstract: "Print the public half of a key, to give to others.",
        discussion:
            "Needs no passphrase. `atoll keys public publisher > publisher.pub` writes a file that anyone may have."
    )

    @Argument(help: "The key's name.")
    var name: String

    @OptionGroup
    var ring: KeyRing

    func run() async throws {
        try await reporting { print(String(decoding: KeyFile.file(of: try ring.publicKey(name)), as: UTF8.self)) }
    }
}
