import ArgumentParser
import AtollCenterAPI
import AtollTerminal

struct ListPublisherKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the keys that an organization signs with, and those that it has asked for.",
        discussion: """
            For instance:
              atoll publisher list --organization example
            """
    )

    @OptionGroup
    var place: MemberCommand.Place

    func run() async throws {
        try await reporting {
            try await place.work.send("GET", place.path("publisher-keys")) { (answer: PublisherKeysView) in
                let (keys, threshold) = (answer.keys, answer.threshold)
                let present =
                    keys.isEmpty
                    ? ["The review team has not accepted any keys yet."]
                    : ["\(answer.publisher ?? "–") signs with \(threshold) of:"] + keys.map { "    \($0)" }
                return present + answer.requests.flatMap(PublisherKeysCommand.lines)
            }
        }
    }
}
