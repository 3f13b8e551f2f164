import ArgumentParser
import AtollTerminal

struct ShowReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the state of a version, and the steps that are possible now.",
        discussion: """
            For instance:
              atoll release show com.example.kudos 4
            """)

    @OptionGroup
    var place: VersionPlace

    func run() async throws {
        try await reporting {
            try await place.work.send("GET", place.path()) { VersionText.lines($0) }
        }
    }
}
