import ArgumentParser
import AtollCenterAPI
import AtollPackages
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll superapp featured`: the mini apps that a super app shows first, and the periods in which it does.
struct FeaturedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "featured", abstract: "List, set and cancel the periods in which mini apps are featured.",
        subcommands: [List.self, Add.self, Cancel.self], defaultSubcommand: List.self)

    /// A period as text for people.
    private static func line(_ period: FeaturedPeriodView) -> String {
        "\(period.miniApp)  \(period.from) to \(period.to)  \(period.state.rawValue)"
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what is featured now and later, in order.",
            discussion: """
                For instance:
                  atoll superapp featured list com.example.lagoon --past
                """)

        @OptionGroup
        var place: SuperAppCommand.Place

        @Flag(help: "List what is over instead: completed or cancelled.")
        var past = false

        func run() async throws {
            try await reporting {
                let path = place.path(past ? "/featured/past" : "/featured")
                try await place.work.send("GET", path) { (periods: [FeaturedPeriodView]) in
                    periods.isEmpty ? ["No featured mini apps."] : periods.map(line)
                }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Feature a mini app, after those that are featured already.",
            discussion: """
                For instance:
                  atoll superapp featured add com.example.lagoon com.example.kudos --to 2027-03-08T00:00:00Z
                """)

        @OptionGroup
        var place: SuperAppCommand.Place

        @Argument(help: "The mini app's id.")
        var miniApp: String

        @Option(help: "The start, such as 2027-03-01T09:00:00Z. Default: now.")
        var from: PointInTime?

        @Option(help: "The end, such as 2027-03-08T09:00:00Z.")
        var to: PointInTime

        @Flag(help: "Show it before all others.")
        var first = false

        func run() async throws {
            try await reporting {
                let id = try miniAppID(miniApp)
                let start = from.map { Date(timeIntervalSince1970: Double($0.seconds)) } ?? Date()
                let end = Date(timeIntervalSince1970: Double(to.seconds))
                let body = JSONValue.object([
                    "miniApp": .string(id.rawValue), "from": .string(Timestamp.text(start)),
                    "to": .string(Timestamp.text(end)), "isFirst": .bool(first),
                ])
                _ = try await place.work.client().send(
                    "POST", place.path("/featured"), Data(body.readableBytes), revision: nil)
                place.work.result.show(
                    ["miniApp": .string(id.rawValue), "from": .time(start), "to": .time(end)],
                    "\(id) is featured from \(Timestamp.text(start)) to \(Timestamp.text(end)).")
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Cancel a period that is not over.",
            discussion: """
                For instance:
                  atoll superapp featured cancel com.example.lagoon com.example.kudos --from 2027-03-01T00:00:00Z
                """)

        @OptionGroup
        var place: SuperAppCommand.Place

        @Argument(help: "The mini app's id.")
        var miniApp: String

        @Option(help: "When the period begins, as the list has it.")
        var from: PointInTime

        func run() async throws {
            try await reporting {
                let start = Timestamp.text(Date(timeIntervalSince1970: Double(from.seconds)))
                let body = JSONValue.object(["miniApp": .string(miniApp), "from": .string(start)])
                try await place.work.send("POST", place.path("/featured/cancel"), body, saying: "Cancelled.")
            }
        }
    }
}
