#if canImport(AtollCenterPostgres)
import AtollTerminal
import ArgumentParser
import AtollCenterPostgres
import Foundation
import SignedJSON

/// `atoll center move`: moves a Center from its folder to PostgreSQL and a bucket.
struct MoveCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a stopped Center from its folder to PostgreSQL and a bucket.",
        discussion: """
            The database must have been migrated, and both must be empty, or have what an interrupted move has left. \
            Every row is compared and every byte is read at the end. Devices notice nothing: the signed repository and \
            its keys stay the same. Afterwards, no Center starts with the folder.

            For instance:
              atoll center move --data center --database postgresql://localhost/center --objects s3://bucket/center
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let repository = storage.data.url.appending(path: "repository")
            guard FileManager.default.fileExists(atPath: repository.path) else {
                throw Failure("There is no Center in \(storage.data.url.path). Check --data.")
            }
            let move = try await CenterMove(
                from: storage.data.url, to: storage.postgres(), objects: storage.bucket()
            ) { note($0) }
            try await move.run()
            let keys = storage.data.url.appending(path: "keys").path
            result.show(
                ["keys": .string(keys)],
                "Moved. Start the Center with --database, --objects and --keys; its keys are in \(keys).")
        }
    }
}
#endif
