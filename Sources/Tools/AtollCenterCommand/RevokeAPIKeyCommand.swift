import ArgumentParser
import AtollCenter
import AtollPackages
import AtollTerminal
import Foundation
import Logging
import SignedJSON

struct RevokeAPIKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke an API key, effective immediately.",
        discussion: """
            For instance:
              atoll center key revoke 1f2e3d4c5b6a7988 --data center
            """
    )

    @Argument(help: "The key's id, as `atoll center key list` prints it, or the whole key.")
    var key: String

    @OptionGroup
    var storage: CenterStorageOptions

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let parts = key.split(separator: "_")
            let id = parts.count == 3 && parts[0] == "atoll" ? String(parts[1]) : key
            guard try await storage.center().apiKeys.revoke(id) else { throw Failure("There is no key \"\(id)\".") }
            result.show(["id": .string(id)], "Revoked.")
        }
    }
}
