#if canImport(AtollCenterPostgres)
import AtollTerminal
import ArgumentParser
import AtollCenterPostgres
import Foundation
import SignedJSON

/// `atoll center export`: copies the signed repository to a folder, for a ceremony.
struct ExportRepositoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Copy the signed repository from the bucket to a folder, for a ceremony.",
        discussion: """
            The commands of atoll trust take the folder as --data. Bring the signed change to the Center with \
            `atoll center submit`.

            For instance:
              atoll center export ceremony --database postgresql://localhost/center --objects s3://bucket/center
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    @Argument(help: "The folder; the copy is in \"repository\" below it.", completion: .directory)
    var folder: String

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let target = URL(filePath: folder).appending(path: "repository")
            guard !FileManager.default.fileExists(atPath: target.path) else {
                throw Failure("\(target.path) exists already. Choose another folder: a copy must be whole.")
            }
            try await storage.withRepository { try await $0.export(to: target) }
            result.show(["folder": .string(target.path)], "The repository was copied to \(target.path).")
        }
    }
}
#endif
