#if canImport(AtollCenterPostgres)
import AtollTerminal
import ArgumentParser
import AtollCenter
import AtollCenterPostgres
import Foundation
import Logging
import SignedJSON

/// `atoll center advance`: lets a Center continue after its database has lost its last transactions.
struct AdvanceCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advance", abstract: "Let a Center continue after its database has lost its last transactions.",
        discussion: """
            After a failover to a standby that was behind, or from an older copy of the database, devices know a newer \
            state than the database, and nothing is signed. This makes the newest state in the bucket the current one. \
            Versions that only the repository knows stay as they are until a version with a higher code is published.

            For instance:
              atoll center advance --database postgresql://localhost/center
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let (before, after) = try await storage.withRepository { try await $0.advance() }
            try await storage.center(logger: Logger(label: "center")).compareWithRepository()
            result.show(
                ["before": .integer(before), "after": .integer(after)],
                before == after
                    ? "The database has lost nothing that devices know."
                    : "The repository continues after number \(after). The database had \(before).")
        }
    }
}
#endif
