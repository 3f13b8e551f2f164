import ArgumentParser
import AtollPackages
import AtollTerminal

/// `atoll feedback answer`: sends a user the answer to a report.
struct AnswerReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Answer a report. The user reads it in the super app.",
        discussion: """
            For instance:
              atoll feedback answer com.example.kudos 2f1c… "Fixed in version 3."
            """)

    @OptionGroup
    var place: DecidedReport

    @Argument(help: "The answer: 1 to 2,000 characters.")
    var answer: String

    func run() async throws {
        try await reporting { try await place.become(.answered, answer: answer, "Your answer was sent to the user.") }
    }
}
