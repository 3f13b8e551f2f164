import ArgumentParser

/// `atoll feedback`: what users say about a mini app.
struct FeedbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feedback", abstract: "Read what users say about a mini app, and answer their reports.",
        discussion: """
            Users give stars, and report problems from the details of a mini app. Nothing tells who they are; an answer \
            appears where they have reported it.

            Example: atoll feedback show com.example.kudos --state open
            """,
        subcommands: [
            ShowFeedbackCommand.self, AnswerReportCommand.self, DismissReportCommand.self, ReopenReportCommand.self,
        ],
        defaultSubcommand: ShowFeedbackCommand.self)
}
