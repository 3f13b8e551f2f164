import ArgumentParser
import AtollCenterAPI
import AtollTerminal
import SignedJSON

/// `atoll superapp version`: the versions of a super app, by platform.
struct HostVersionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version", abstract: "List, add, enable and disable the versions of a super app.",
        subcommands: [List.self, Add.self, Enable.self, Disable.self], defaultSubcommand: List.self)

    private static func line(_ version: HostVersionView) -> String {
        let state = version.isEnabled ? "enabled" : "disabled"
        return "\(version.platform)  \(version.version)  API level \(version.apiLevel)  \(state)"
    }

    private static func cells(_ version: HostVersionView) -> [String] {
        [
            version.platform, version.version,
            "\(version.apiLevel)", version.isEnabled ? "enabled" : "disabled",
        ]
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the versions, by platform, the newest first.",
            discussion: """
                For instance:
                  atoll superapp version list com.example.lagoon
                """)

        @OptionGroup
        var place: SuperAppCommand.Place

        func run() async throws {
            try await reporting {
                try await place.work.send("GET", place.path("/versions")) { (page: PageView<HostVersionView>) in
                    page.table(
                        ["platform", "version", "API level", "state"],
                        empty: "There are no versions. Add one with: atoll superapp version add \(place.id) web 1.0",
                        cells)
                }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a version on a platform.",
            discussion: """
                For instance:
                  atoll superapp version add com.example.lagoon ios 1.2 --api-level 2
                """)

        @OptionGroup
        var place: SuperAppCommand.Place

        @Argument(help: "ios, macos, android or web.")
        var platform: String

        @Argument(help: "The version: numbers separated by dots, such as 2.1.")
        var version: String

        @Option(help: "The version of the mini app platform that it offers.")
        var apiLevel = 1

        func run() async throws {
            try await reporting {
                let body = JSONValue.object([
                    "platform": .string(platform), "version": .string(version), "apiLevel": .integer(apiLevel),
                ])
                try await place.work.send("POST", place.path("/versions"), body) { ["Added: \(line($0))"] }
            }
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let mini apps be submitted for a version.",
            discussion: """
                For instance:
                  atoll superapp version enable com.example.lagoon ios 1.2
                """)

        @OptionGroup
        var one: One

        func run() async throws {
            try await reporting { try await one.set("enable") { [line($0)] } }
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop accepting mini apps for a version. Those that it has stay.",
            discussion: """
                For instance:
                  atoll superapp version disable com.example.lagoon ios 1.2
                """)

        @OptionGroup
        var one: One

        func run() async throws {
            try await reporting { try await one.set("disable") { [line($0)] } }
        }
    }

    /// One version of a super app.
    struct One: ParsableArguments {
        @OptionGroup
        var place: SuperAppCommand.Place

        @Argument(help: "ios, macos, android or web.")
        var platform: String

        @Argument(help: "The version.")
        var version: String

        func set(_ state: String, _ lines: (HostVersionView) throws -> [String]) async throws {
            let (platform, version) = (CenterOptions.escaped(platform), CenterOptions.escaped(version))
            try await place.work.send("POST", place.path("/versions/\(platform)/\(version)/\(state)"), nil, lines)
        }
    }
}
