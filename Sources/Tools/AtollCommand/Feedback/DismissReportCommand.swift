import ArgumentParser
import AtollPackages
import AtollTerminal

/// `atoll feedback dismiss`: dismisses a report.
struct DismissReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Dismiss a report without an answer.",
        discussion: """
            For instance:
              atoll feedback dismiss com.example.kudos 2f1c…
            """)

    @OptionGroup
    var place: DecidedReport

    func run() async throws {
        try await reporting { try await place.become(.dismissed, "The report was dismissed.") }
    }
}
