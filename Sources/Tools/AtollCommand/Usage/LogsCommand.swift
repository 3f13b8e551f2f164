import ArgumentParser
import AtollCenterAPI
import AtollPublishing
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

/// `atoll logs`: the errors of a mini app.
struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Show the errors on pages of a mini app, most frequent first.",
        discussion: """
            Identical messages are grouped, and shown once there are five. Users are not identified. Messages are \
            stored for 30 days.

            For instance:
              atoll logs com.example.kudos --code 4
            """
    )

    @Argument(help: "The id of the mini app.")
    var id: String

    @OptionGroup
    var days: UsageOptions

    @OptionGroup
    var work: CenterOptions

    func run() async throws {
        try await reporting {
            let path = "v1/usage/miniapps/\(CenterOptions.escaped(id))/errors\(days.query)"
            try await work.send("GET", path) { (page: PageView<UsageMessageView>) in
                let lines = page.lines { row in
                    "\(row.count) ×  version \(row.code), last on \(row.last)  \(row.message.printable())"
                }
                return lines.isEmpty ? ["No errors on these days."] : lines
            }
        }
    }
}
