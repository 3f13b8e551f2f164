import ArgumentParser
import AtollTerminal
import Foundation
import SignedJSON

struct ListKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys with their names, kinds and ids.",
        discussion: """
            For instance:
              atoll keys list --keys keys
            """)

    @OptionGroup
    var ring: KeyRing

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let keys = try ring.list()
            if keys.isEmpty { note("There are no keys in \(ring.url.path).") }
            let items = keys.map { name, key, isSealed in
                JSONValue.object([
                    "name": .string(name), "kind": .string(key.type), "id": .string(key.id),
                    "isSealed": .bool(isSealed),
                ])
            }
            result.show(
                ["items": .array(items)],
                lines: keys.map { name, key, isSealed in
                    "\(name)  \(key.type)  \(key.id)\(isSealed ? "" : "  not sealed")"
                })
        }
    }
}
