import ArgumentParser
import AtollCenter
import AtollPackages
import AtollTerminal
import Foundation
import Logging
import SignedJSON

struct ListAPIKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the API keys, without their secrets.",
        discussion: """
            For instance:
              atoll center key list --data center
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let keys = try await storage.center().apiKeys.all()
            let items = keys.map { key in
                JSONValue.object([
                    "id": .string(key.id), "publisher": .string("\(key.publisher)"),
                    "scopes": .strings(key.scopes.map(\.rawValue).sorted()),
                    "ids": .strings(key.ids.map(\.rawValue).sorted()), "created": .time(key.created),
                    "expires": .time(key.expires),
                ])
            }
            let none = ["No API keys yet. Create one with: atoll center key PUBLISHER"]
            let lines = keys.map { key in
                let scopes = key.scopes.map(\.rawValue).sorted().joined(separator: ",")
                let ids = key.ids.isEmpty ? "all" : key.ids.map(\.rawValue).sorted().joined(separator: ",")
                let state = key.expires > Date() ? "until" : "expired"
                return "\(key.id)  \(key.publisher)  \(scopes)  \(ids)  "
                    + "created \(Timestamp.text(key.created).prefix(10))  "
                    + "\(state) \(Timestamp.text(key.expires).prefix(10))"
            }
            result.show(["items": .array(items)], lines: keys.isEmpty ? none : lines)
        }
    }
}
