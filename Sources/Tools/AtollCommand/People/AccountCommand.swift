import ArgumentParser
import AtollCenterAPI
import AtollTerminal

/// `atoll account`: who is signed in.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Show who is signed in, with their roles; or delete the account.",
        subcommands: [Show.self, Delete.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show who is signed in, with their roles.",
            discussion: """
                For instance:
                  atoll account show --json
                """)

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                try await work.send("GET", "v1/account") { (account: AccountView) in
                    ["\(account.name), \(account.email)"]
                        + account.organizations.map { "\($0.organization): \($0.roles.text)" }
                }
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete your account.",
            discussion: """
                Your memberships, sessions and API keys end, and your name and address are deleted. Your actions stay \
                in the audit log, under an id. The last administrator of an organization can't leave it.

                For instance:
                  atoll account delete --yes
                """)

        @Flag(help: "Really delete it.")
        var yes = false

        @OptionGroup
        var work: CenterOptions

        func validate() throws {
            if !yes { throw ValidationError("This can't be undone. To continue, add --yes.") }
        }

        func run() async throws {
            try await reporting {
                try await work.send("DELETE", "v1/account", saying: "The account was deleted.")
            }
        }
    }
}
