import ArgumentParser
import AtollPackages
import AtollTerminal

/// `atoll feedback reopen`: undoes the decision on a report.
struct ReopenReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Open a report again. An answer that it had is removed.",
        discussion: """
            For instance:
              atoll feedback reopen com.example.kudos 2f1c…
            """)

    @OptionGroup
    var place: DecidedReport

    func run() async throws {
        try await reporting { try await place.become(.open, "The report is open again.") }
    }
}
