import ArgumentParser
import AtollTerminal
import Foundation
import SignedJSON

struct RotateKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace a key with a new one. The previous key is renamed to include today's date.",
        discussion: """
            Nothing trusts the new key yet. If it is a publisher's key, the review team approves it with \
            `atoll trust publisher`, then `atoll publish --resign` signs the live version with it. If it is a key of a \
            repository's role, use `atoll trust rotate`.

            For instance:
              atoll keys rotate publisher --keys keys
            """
    )

    @Argument(help: "The key's name.")
    var name: String

    @OptionGroup
    var ring: KeyRing

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let (key, before) = try ring.rotate(name, at: Date())
            result.show(
                [
                    "name": .string(name), "kind": .string(key.kind.rawValue), "id": .string(key.key.id),
                    "previous": .string(before),
                ],
                "\(name)  \(key.kind.rawValue)  \(key.key.id)", "The previous key is now named \(before).")
        }
    }
}
