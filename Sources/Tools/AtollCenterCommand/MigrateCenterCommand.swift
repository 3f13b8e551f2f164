#if canImport(AtollCenterPostgres)
import AtollTerminal
import ArgumentParser
import AtollCenterPostgres
import Foundation
import SignedJSON

/// `atoll center migrate`: makes or updates the tables of a Center in PostgreSQL.
struct MigrateCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Make or update the tables of a Center in PostgreSQL.",
        discussion: """
            Run it with the new release before its first process starts. Processes of the previous release continue \
            meanwhile. If several run at the same time, one does the work.

            For instance:
              atoll center migrate --database postgresql://localhost/center
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let applied = try await CenterSchema.current.migrate(try storage.postgres())
            let version = CenterSchema.current.version
            result.show(
                ["version": .integer(version), "applied": .array(applied.map { .integer($0.version) })],
                lines: applied.map { "Applied version \($0.version): \($0.name)" } + [
                    "The database has version \(version)."
                ])
        }
    }
}
#endif
