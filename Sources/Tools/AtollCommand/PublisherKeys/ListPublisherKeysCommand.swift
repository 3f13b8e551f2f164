import ArgumentParser
import AtollTerminal
import SignedJSON

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
            try await place.work.send("GET", place.path("publisher-keys")) { answer in
                let (keys, threshold) = (try answer.strings("keys"), try answer.integer("threshold", in: 0...20))
                let present =
                    keys.isEmpty
                    ? ["The review team has taken in no keys yet."]
                    : ["\(try answer.shown("publisher")) signs with \(threshold) of:"] + keys.map { "    \($0)" }
                return present + (try answer.objects("requests").flatMap(PublisherKeysCommand.lines))
            }
        }
    }
}
