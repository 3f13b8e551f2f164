import ArgumentParser
import AtollCenter
import AtollPackages
import AtollTerminal
import Foundation
import Logging
import SignedJSON

/// `atoll center measure`: measures changes and the audit log on this machine.
struct MeasureCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure transitions of a version, and the audit log, of a Center that is not in use.",
        discussion: """
            Prints medians in microseconds. It fills the audit log with rows that can't be removed.

            For instance:
              atoll center measure com.example.kudos 4 --data center
            """,
        shouldDisplay: false)

    @OptionGroup
    var storage: CenterStorageOptions

    @Argument(help: "The id of a mini app with a version that some devices receive.")
    var id: String

    @Argument(help: "That version's code.")
    var code: Int

    @Option(help: "The number of measurements of each.")
    var rounds = 1_000

    @Option(name: .customLong("rows"), help: "The lengths of the audit log, ascending; may be repeated.")
    var rows: [Int] = [10_000, 1_000_000]

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            guard let id = MiniAppID(id) else { throw Failure("\"\(id)\" is not the id of a mini app.") }
            let center = try await storage.center(logger: Logger(label: "center"))
            let found = try await center.measureTransitions(of: id, code: code, count: rounds)
            result.say(
                "transition \(Self.text(found.transition.median)) bare \(Self.text(found.bare.median)) rows \(found.rows)"
            )
            var pages: [JSONValue] = []
            for count in rows {
                note("the audit log with \(count) rows")
                for page in try await center.measureAudit(filledTo: count, rounds: rounds) {
                    result.say("audit \(count) \(Self.text(page.measured.median)) \(page.name)")
                    pages.append(
                        .object([
                            "rows": .integer(count), "median": .decimal(Self.text(page.measured.median)),
                            "name": .string("\(page.name)"),
                        ]))
                }
            }
            result.show(
                [
                    "transition": .decimal(Self.text(found.transition.median)),
                    "bare": .decimal(Self.text(found.bare.median)), "rows": .integer(found.rows),
                    "audit": .array(pages),
                ], lines: [])
        }
    }

    private static func text(_ time: Duration) -> String {
        String(format: "%.1f", time / .microseconds(1))
    }
}
