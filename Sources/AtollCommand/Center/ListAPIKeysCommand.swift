import ArgumentParser
import AtollCenter
import AtollPackages
import Foundation
import Logging
import SignedJSON

struct ListAPIKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the API keys, without their secrets."
    )

    @OptionGroup
    var storage: CenterStorageOptions

    func run() async throws {
        try await reporting {
            let keys = try await storage.center().apiKeys.all()
            if keys.isEmpty { print("There are no keys. Create one with: atoll center key PUBLISHER") }
            for key in keys {
                let scopes = key.scopes.map(\.rawValue).sorted().joined(separator: ",")
                let ids = key.ids.isEmpty ? "all" : key.ids.map(\.rawValue).sorted().joined(separator: ",")
                let state = key.expires > Date() ? "until" : "expired"
                print(
                    "\(key.id)  \(key.publisher)  \(scopes)  \(ids)  "
                        + "created \(Timestamp.text(key.created).prefix(10))  "
                        + "\(state) \(Timestamp.text(key.expires).prefix(10))")
            }
        }
    }
}
