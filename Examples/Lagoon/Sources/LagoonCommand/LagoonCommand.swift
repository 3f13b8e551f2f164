import ArgumentParser
import DurableFiles

/// `lagoon`: the sample super app.
@main
struct LagoonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lagoon",
        abstract: "The sample super app of Atoll, with its own Mini App Center.",
        subcommands: [
            ServeCommand.self, VerifyCommand.self, GraphCommand.self, LinksCommand.self, OpenCommand.self,
            HomeCommand.self, BackEndCommand.self,
            SnapshotsCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )

    static func main() async {
        // Only the owner of the process can read accounts, sessions and users' data.
        DurableFile.keepPrivate()
        await main(nil)
    }
}
