import ArgumentParser
import AtollPackages
import AtollPublishing
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

/// `atoll feedback show`: the stars, and what was reported.
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
    var work: WorkOptions

    func validate() throws {
        guard state.map({ ProblemReport.State(rawValue: $0) != nil }) ?? true else {
            throw ValidationError("--state is open, answered or dismissed.")
        }
    }

    func run() async throws {
        try await reporting {
            let place = "v1/miniapps/\(WorkOptions.escaped(id))"
            let query = "?limit=200" + (state.map { "&state=\($0)" } ?? "")
            let stars = work.json ? nil : try await work.client().send("GET", "\(place)/ratings", nil)
            try await work.send("GET", "\(place)/problems\(query)") { page in
                let rating = try stars.map(Self.rating) ?? []
                let reports = try page.page(Self.report)
                return rating + (reports.isEmpty ? ["No problems were reported."] : reports)
            }
        }
    }

    private static func rating(_ answer: Data) throws -> [String] {
        let stars = try JSONFields(JSONValue(parsing: Array(answer), numbers: .unbounded))
        guard stars.has("all") else { return ["Fewer than five users have rated it."] }
        let all = try stars.object("all")
        let counts = try all.array("counts").enumerated().map { number, count -> String in
            guard case .integer(let count) = count else { throw Failure("The Center's answer can't be read.") }
            return "\(number + 1)★ \(count)"
        }
        var average = "–"
        if case .decimal(let text)? = all.members["average"] { average = text }
        if case .integer(let number)? = all.members["average"] { average = "\(number)" }
        return [
            "\(average.printable()) of 5 stars, \(try all.integer("count", in: 0...Int.max)) ratings: "
                + counts.reversed().joined(separator: ", ")
        ]
    }

    private static func report(_ row: JSONFields) throws -> String {
        let head =
            "\(try row.string("id").printable())  \(try row.string("state").printable())  "
            + "\(try row.string("kind").printable())  "
            + "version \(try row.integer("code", in: 1...Int.max)), \(try row.string("platform").printable()), "
            + (try row.string("reported").printable())
        let answer = row.has("answer") ? ["Answer: \(try row.string("answer"))"] : []
        let words = ([try row.string("text")] + answer).map { text in
            text.printableLines(most: ProblemReport.maximumText).split(
                separator: "\n", omittingEmptySubsequences: false
            )
            .map { "    " + $0 }.joined(separator: "\n")
        }
        return ([head] + words).joined(separator: "\n")
    }
}
