import ArgumentParser
import DurableFiles

/// `lagoon`: the sample super app.
@main
struct LagoonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lagoon",
        abstract: "The sample super app of Atoll, with a Mini App Center of its own.",
        subcommands: [
            ServeCommand.self, VerifyCommand.self, GraphCommand.self, LinksCommand.self, OpenCommand.self,
            HomeCommand.self,
            SnapshotsCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )

    static func main() async {
        // Accounts, sessions and what people have stored are their owner's alone.
        DurableFile.keepPrivate()
        await main(nil)
    }
}
