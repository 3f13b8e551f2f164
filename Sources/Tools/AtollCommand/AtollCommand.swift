import ArgumentParser
import AtollTerminal
import DurableFiles

/// `atoll`: the command-line tool of mini app developers, reviewers and operators.
@main
struct AtollCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "atoll",
        abstract: "Create, check, sign and publish mini apps, and run the Mini App Center that delivers them.",
        version: "0.1",
        groupedSubcommands: [
            CommandGroup(
                name: "Build",
                subcommands: [
                    NewCommand.self, ImportCommand.self, DevCommand.self, TestCommand.self, CheckCommand.self,
                    PackageCommand.self,
                ]),
            CommandGroup(
                name: "Publish",
                subcommands: [
                    PublishCommand.self, ReleaseCommand.self, PreviewCommand.self, DetailsCommand.self,
                    HomeCommand.self, MonitorCommand.self, KeysCommand.self, PublisherKeysCommand.self,
                    CICommand.self,
                ]),
            CommandGroup(
                name: "Review and watch",
                subcommands: [
                    ReviewCommand.self, UsageCommand.self, FeedbackCommand.self, LogsCommand.self, AuditCommand.self,
                    WebhookCommand.self,
                ]),
            CommandGroup(
                name: "Your account",
                subcommands: [
                    LoginCommand.self, LogoutCommand.self, AcceptCommand.self, AccountCommand.self,
                    PasswordCommand.self, SecondFactorCommand.self,
                ]),
            CommandGroup(
                name: "Organizations",
                subcommands: [
                    OrganizationCommand.self, MemberCommand.self, MiniAppCommand.self, SuperAppCommand.self,
                    KeyCommand.self,
                ]),
            CommandGroup(name: "Run a Center", subcommands: [CenterCommand.self, TrustCommand.self]),
            CommandGroup(
                name: "As a device", subcommands: [SearchCommand.self, InstallCommand.self, CacheCommand.self]),
        ]
    )

    static func main() async {
        // Keys, databases and downloads are private to their owner.
        DurableFile.keepPrivate()
        let words = Array(CommandLine.arguments.dropFirst())
        if let rest = CenterProgram.words(of: words) { CenterProgram.become(with: rest) }
        if let suggestion = CommandSuggestion.sentence(for: words, in: Self.self, named: "atoll") {
            note("error: \(suggestion)")
            exit(withError: ExitCode.validationFailure)
        }
        await main(nil)
    }
}
