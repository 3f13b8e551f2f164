import ArgumentParser
import AtollTerminal
import SignedJSON

struct RefuseKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refuse", abstract: "Refuse a request for keys.",
        discussion: """
            For instance:
              atoll publisher refuse 3f0c9a7e52b18d64c0a1e7f2 --reason "We could not reach you by phone."
            """)

    @Argument(help: "The request's id.")
    var request: String

    @Option(help: "The reason, for the member who asked.")
    var reason: String

    @OptionGroup
    var work: CenterOptions

    func run() async throws {
        try await reporting {
            let path = "v1/publisher-keys/\(CenterOptions.escaped(request))/refuse"
            try await work.send("POST", path, .object(["reason": .string(reason)]), PublisherKeysCommand.lines)
        }
    }
}
