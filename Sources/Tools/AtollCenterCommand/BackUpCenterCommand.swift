import ArgumentParser
import AtollCenter
import AtollTerminal
import Foundation

/// `atoll center backup`: copies a Center's folder while it runs.
struct BackUpCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy a Center's folder to another one, while the Center runs.",
        discussion: """
            A second backup into the same folder copies only what is new. The Center's keys are not copied: seal them, and \
            store them elsewhere. A Center in PostgreSQL and a bucket is backed up with their own tools.

            For instance:
              atoll center backup /mnt/backup --data center
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    @Argument(help: "The folder of the copy: empty, new, or that of an earlier backup.", completion: .directory)
    var folder: String

    @Flag(help: "Read what an earlier backup has copied, and copy damaged files again.")
    var verify = false

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            try storage.checkPlace()
            guard !storage.isShared else {
                throw Failure(
                    "A Center in PostgreSQL and a bucket is backed up with their own tools: see docs/operating.md.")
            }
            let (data, folder) = (storage.data.url, URL(filePath: folder))
            let summary = try CenterBackup(of: data, in: folder).save(verifying: verify)
            for path in summary.damaged { note("damaged: \(path)") }
            result.show(
                summary.fields(in: folder),
                "Backed up to \(folder.path): \(summary.words).",
                "The keys in \(data.appending(path: "keys").path) were not copied. Keep a sealed copy of them elsewhere.",
                "Restore it with: atoll center restore \(ShellWord.quoted(folder.path)) --data FOLDER --keys KEYS")
            guard summary.damaged.isEmpty else { throw ExitCode(1) }
        }
    }
}
