import ArgumentParser
import AtollTerminal

struct WithdrawKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw your organization's request for keys.",
        discussion: """
            For instance:
              atoll publisher withdraw 3f0c9a7e52b18d64c0a1e7f2 --organization example
            """)

    @OptionGroup
    var place: MemberCommand.Place

    @Argument(help: "The request's id.")
    var request: String

    func run() async throws {
        try await reporting {
            let path = place.path("publisher-keys/\(CenterOptions.escaped(request))")
            try await place.work.send("DELETE", path, saying: "Request withdrawn.")
        }
    }
}
