import ArgumentParser
import AtollPublishing
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

/// `atoll logs`: the errors of a mini app.
struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Show the errors that pages of a mini app have had, the most frequent first.",
        discussion: """
            Equal texts are counted together, and told once there are five; nothing tells who had them. They are kept for 30 days.

            For instance:
              atoll logs com.example.kudos --code 4
            """
    )

    @Argument(help: "The id of the mini app.")
    var id: String

    @OptionGroup
    var days: UsageOptions

    @OptionGroup
    var work: WorkOptions

    func run() async throws {
        try await reporting {
            let path = "v1/usage/miniapps/\(WorkOptions.escaped(id))/errors\(days.query)"
            try await work.send("GET", path) { page in
                let lines = try page.page { row in
                    let (count, code) = (
                        try row.integer("count", in: 1...Int.max), try row.integer("code", in: 1...Int.max)
                    )
                    return
                        "\(count) ×  version \(code), last on \(try row.string("last"))  \(try row.string("message").printable())"
                }
                return lines.isEmpty ? ["No errors on these days."] : lines
            }
        }
    }
}
