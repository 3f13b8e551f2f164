import ArgumentParser
import AtollCenter
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll center restore`: makes a Center's folder from a backup.
struct RestoreCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Make a Center's folder from a backup.",
        discussion: """
            Devices refuse a repository that is older than what they have seen: docs/operating.md describes what to do \
            if the backup is not the last state.

            For instance:
              atoll center restore /mnt/backup --data center --keys /mnt/sealed/keys
            """
    )

    @OptionGroup
    var data: CenterDataOption

    @Argument(help: "The folder that atoll center backup made.", completion: .directory)
    var folder: String

    @Option(
        help: "The folder with the Center's keys. Without it, bring them before the Center starts.",
        completion: .directory)
    var keys: String?

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let backup = CenterBackup(of: data.url, in: URL(filePath: folder))
            let summary = try backup.restore(keys: keys.map { URL(filePath: $0) })
            var lines = ["Restored to \(data.url.path): \(summary.words)."]
            if keys == nil {
                lines.append("Copy the Center's keys to \(data.url.appending(path: "keys").path).")
            }
            lines.append("Check it before it starts: atoll center check --data \(ShellWord.quoted(data.path))")
            result.show(summary.fields(in: data.url), lines: lines)
        }
    }
}

extension CenterBackup.Summary {
    /// The numbers as text for people.
    var words: String {
        let files = copiedFiles == 1 ? "1 file" : "\(copiedFiles) files"
        let copied = "\(files) copied (\((copiedBytes + 999) / 1_000) kB)"
        return unchangedFiles == 0 ? copied : "\(copied), \(unchangedFiles) unchanged"
    }

    /// The numbers as JSON members, for `--json`.
    func fields(in folder: URL) -> [ExactString: JSONValue] {
        [
            "folder": .string(folder.path), "copied": .integer(copiedFiles), "unchanged": .integer(unchangedFiles),
            "bytes": .integer(Int(copiedBytes)),
        ]
    }
}
