import ArgumentParser
import AtollTerminal
import DurableFiles

/// `atoll-center`, which users start as `atoll center`: runs a Mini App Center.
@main
struct CenterCommand: AsyncParsableCommand {
    private static let name = "atoll center"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Run a Mini App Center, and give publishers access to it.", version: "0.1",
        subcommands: [
            ServeCenterCommand.self, InitCenterCommand.self, CenterKeyCommand.self, CenterAllowCommand.self,
            CheckCenterCommand.self, BackUpCenterCommand.self, RestoreCenterCommand.self,
            CheckStorageCommand.self, FillCenterCommand.self, MeasureCenterCommand.self,
        ] + shared,
        defaultSubcommand: ServeCenterCommand.self
    )

    /// The commands that exist only for Centers in PostgreSQL.
    private static var shared: [any ParsableCommand.Type] {
        #if canImport(AtollCenterPostgres)
        [
            MigrateCenterCommand.self, MoveCenterCommand.self, ExportRepositoryCommand.self,
            SubmitProposalCommand.self, AdvanceCenterCommand.self,
        ]
        #else
        []
        #endif
    }

    static func main() async {
        // Keys, databases and downloads are private to their owner.
        DurableFile.keepPrivate()
        let words = Array(CommandLine.arguments.dropFirst())
        if let suggestion = CommandSuggestion.sentence(for: words, in: Self.self, named: name) {
            note("error: \(suggestion)")
            exit(withError: ExitCode.validationFailure)
        }
        await main(nil)
    }
}
