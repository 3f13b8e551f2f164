import ArgumentParser
import DurableFiles

/// `atoll`: the command-line tool of mini app developers, reviewers and operators.
@main
struct AtollCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "atoll",
        abstract: "Create, check, sign and publish mini apps, and run the Mini App Center that delivers them.",
        subcommands: [
            NewCommand.self, ImportCommand.self, DevCommand.self, TestCommand.self, CheckCommand.self,
            PackageCommand.self,
            KeysCommand.self,
            PublishCommand.self, ReleaseCommand.self,
            PreviewCommand.self,
            ReviewCommand.self, MonitorCommand.self, DetailsCommand.self, HomeCommand.self, SearchCommand.self,
            InstallCommand.self,
            CacheCommand.self,
            LoginCommand.self, LogoutCommand.self, AcceptCommand.self, AccountCommand.self, PasswordCommand.self,
            SecondFactorCommand.self, OrganizationCommand.self, KeyCommand.self, CICommand.self, WebhookCommand.self,
            PublisherKeysCommand.self, MiniAppCommand.self,
            MemberCommand.self, SuperAppCommand.self, AuditCommand.self, UsageCommand.self, LogsCommand.self,
            FeedbackCommand.self,
            TrustCommand.self, CenterCommand.self,
        ]
    )

    static func main() async {
        // Keys, databases and downloads are private to their owner.
        DurableFile.keepPrivate()
        await main(nil)
    }
}
