import ArgumentParser
import AtollCenterAPI
import AtollPackages
import AtollPublishing
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

/// `atoll feedback show`: the ratings and the reports.
struct ShowFeedbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the stars that users gave, and the problems that they have reported.",
        discussion: """
            For instance:
              atoll feedback show com.example.kudos --state open
            """)

    @Argument(help: "The id of the mini app.")
    var id: String

    @Option(help: "Only reports in this state: open, answered or dismissed.")
    var state: String?

    @OptionGroup
    var work: CenterOptions

    func validate() throws {
        guard state.map({ ProblemReport.State(rawValue: $0) != nil }) ?? true else {
            throw ValidationError("--state is open, answered or dismissed.")
        }
    }

    func run() async throws {
        try await reporting {
            let place = "v1/miniapps/\(CenterOptions.escaped(id))"
            let query = "?limit=200" + (state.map { "&state=\($0)" } ?? "")
            let ratings: RatingsView? = work.json ? nil : try await work.client().answer("GET", "\(place)/ratings")
            try await work.send("GET", "\(place)/problems\(query)") { (page: PageView<ProblemReportView>) in
                let rating = ratings.map(Self.rating) ?? []
                let reports = page.lines(Self.report)
                return rating + (reports.isEmpty ? ["No problems were reported."] : reports)
            }
        }
    }

    private static func rating(_ ratings: RatingsView) -> [String] {
        guard let all = ratings.all else { return ["Fewer than five users have rated it."] }
        let counts = all.counts.enumerated().map { "\($0 + 1)★ \($1)" }
        return [
            "\(text(all.average)) of 5 stars, \(all.count) ratings: " + counts.reversed().joined(separator: ", ")
        ]
    }

    /// A number as text, without a fraction of zero.
    private static func text(_ average: Double) -> String {
        average == average.rounded() && abs(average) < 100 ? "\(Int(average))" : "\(average)"
    }

    private static func report(_ row: ProblemReportView) -> String {
        let head =
            "\(row.id.printable())  \(row.state.printable())  "
            + "\(row.kind.printable())  "
            + "version \(row.code), \(row.platform.printable()), "
            + row.reported.printable()
        let answer = row.answer.map { ["Answer: \($0)"] } ?? []
        let words = ([row.text] + answer).map { text in
            text.printableLines(most: ProblemReport.maximumText).split(
                separator: "\n", omittingEmptySubsequences: false
            )
            .map { "    " + $0 }.joined(separator: "\n")
        }
        return ([head] + words).joined(separator: "\n")
    }
}
