import ArgumentParser
import AtollTerminal

struct ShowReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show where a version is in its life, and what is possible now for those who may.",
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
