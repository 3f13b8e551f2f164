import ArgumentParser
import AtollCenterAPI
import AtollPublishing
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

/// `atoll usage`: the usage that hosts have counted.
struct UsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage", abstract: "Show how a mini app or a super app is used.",
        discussion: """
            Hosts count openings, starts, calls and the like, without the ids of users, and send the numbers once an \
            hour. Numbers below 5 are not shown. With --super-app, the command shows the numbers of the super app \
            itself: searches that found nothing, and steps from screen to screen.

            For instance:
              atoll usage com.example.kudos --from 2027-03-01
            """)

    @Argument(help: "The id of the mini app, or of the super app.")
    var id: String

    @Flag(help: "The id is that of a super app.")
    var superApp = false

    @Flag(help: "Print comma-separated values.")
    var csv = false

    @OptionGroup
    var days: UsageOptions

    @OptionGroup
    var work: CenterOptions

    func validate() throws {
        guard !superApp || days.code == nil else { throw ValidationError("A super app has no versions here.") }
        guard !csv || !work.json else { throw ValidationError("Choose one of --csv and --json.") }
    }

    func run() async throws {
        try await reporting {
            let path = "v1/usage/\(superApp ? "superapps" : "miniapps")/\(CenterOptions.escaped(id))\(days.query)"
            try await work.send("GET", path) { (usage: UsageView) in
                var rows = [["day", "code", "platform", "name", "count"]]
                rows += usage.items.map { row in
                    [
                        row.day, "\(row.code)",
                        row.platform, row.name.printable(),
                        Self.count(row.count, fewerThan: row.fewerThan),
                    ]
                }
                rows += usage.people.map { row in
                    [
                        row.day, "\(row.code)", "", "people",
                        Self.count(row.count, fewerThan: row.fewerThan),
                    ]
                }
                if usage.isTruncated {
                    note("The oldest rows did not fit in the answer. Ask for fewer days, or for one version by --code.")
                }
                if csv { return rows.map { $0.map(Self.quoted).joined(separator: ",") } }
                guard rows.count > 1 else { return ["Nothing was counted on these days."] }
                return rows.dropFirst().map { $0.filter { !$0.isEmpty }.joined(separator: "  ") }
            }
        }
    }

    private static func count(_ count: Int?, fewerThan: Int?) -> String {
        count.map { "\($0)" } ?? "<\(fewerThan ?? 0)"
    }

    /// A value of a row (RFC 4180). A value that a spreadsheet would treat as a formula gets an apostrophe before it.
    private static func quoted(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        let safe = isFormula ? "'" + text : text
        guard safe.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return safe }
        return "\"" + safe.replacingOccurrences(of: "\"", with: "\"\"", options: .literal) + "\""
    }
}
