import ArgumentParser
import AtollCenterAPI
import AtollTerminal
import SignedJSON

/// `atoll miniapp`: the mini apps of an organization.
struct MiniAppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "miniapp", abstract: "List the mini apps of an organization, and create them.",
        subcommands: [List.self, Create.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the mini apps of an organization, and which versions devices receive.",
            discussion: """
                For instance:
                  atoll miniapp list --organization example
                """)

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                try await place.work.send("GET", place.path("miniapps?limit=200")) {
                    (page: PageView<MiniAppSummaryView>) in
                    let lines = page.lines { row in
                        let codes = [("live", row.live), ("partly", row.partial), ("next", row.next)]
                            .compactMap { name, code in code.map { "\(name) \($0)" } }
                        let parts = [
                            row.id, row.superApp ?? "–", codes.isEmpty ? "no version" : codes.joined(separator: ", "),
                            row.quarantine.map { "in quarantine: \($0)" } ?? "",
                        ]
                        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
                    }
                    return lines.isEmpty ? ["It has no mini apps yet."] : lines
                }
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a mini app before its first version.",
            discussion: """
                The first atoll publish creates it as well. Creating it earlier lets you set its details, and who may \
                open it, from the start. It can't be moved to another super app.

                For instance:
                  atoll miniapp create com.example.kudos --super-app com.example.lagoon --organization example
                """)

        @Argument(help: "The mini app's id, which begins with the organization's publisher id.")
        var id: String

        @Option(help: "The id of the super app that it belongs to.")
        var superApp: String

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                let body = JSONValue.object(["id": .string(id), "superApp": .string(superApp)])
                try await place.work.send("POST", place.path("miniapps"), body) { (created: MiniAppView) in
                    ["\(created.id) belongs to \(created.superApp ?? superApp)."]
                }
            }
        }
    }
}
