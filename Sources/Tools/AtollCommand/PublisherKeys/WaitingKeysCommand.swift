import ArgumentParser
import AtollCenterAPI
import AtollTerminal

struct WaitingKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waiting", abstract: "List the requests that wait for the review team.",
        discussion: """
            For instance:
              atoll publisher waiting --json
            """)

    @OptionGroup
    var work: CenterOptions

    func run() async throws {
        try await reporting {
            try await work.send("GET", "v1/publisher-keys?limit=200") { (page: PageView<KeyRequestView>) in
                let lines = page.items.flatMap(PublisherKeysCommand.lines)
                return lines.isEmpty ? ["No pending requests."] : lines
            }
        }
    }
}
