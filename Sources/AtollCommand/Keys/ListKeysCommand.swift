import ArgumentParser
import Foundation
import SignedJSON

struct ListKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys with their names, kinds and ids.")

    @OptionGroup
    var ring: KeyRing

    func run() async throws {
        try await reporting {
            let keys = try ring.list()
            if keys.isEmpty { note("There are no keys in \(ring.url.path).") }
            for (name, key, isSealed) in keys {
                print("\(name)  \(key.type)  \(key.id)\(isSealed ? "" : "  not sealed")")
            }
        }
    }
}
