#if canImport(AtollCenterPostgres)
import ArgumentParser
import AtollCenterPostgres
import Foundation

/// `atoll center migrate`: makes or updates the tables of a Center in PostgreSQL.
struct MigrateCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Make or update the tables of a Center in PostgreSQL.",
        discussion: """
            Run it with the new release before its first process starts: those of the release before go on meanwhile. Of \
            several at once, one does the work.
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    func run() async throws {
        try await reporting {
            let applied = try await CenterSchema.current.migrate(try storage.postgres())
            for migration in applied { print("Applied version \(migration.version): \(migration.name)") }
            print("The database has version \(CenterSchema.current.version).")
        }
    }
}
#endif
