import ArgumentParser

/// `atoll feedback`: users' ratings of a mini app, and their reports.
struct FeedbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feedback", abstract: "Read what users say about a mini app, and answer their reports.",
        discussion: """
            Users give stars, and report problems from the details of a mini app. They are not identified. An answer \
            appears where the user reported the problem.

            Example: atoll feedback show com.example.kudos --state open
            """,
        subcommands: [
            ShowFeedbackCommand.self, AnswerReportCommand.self, DismissReportCommand.self, ReopenReportCommand.self,
        ],
        defaultSubcommand: ShowFeedbackCommand.self)
}
