import ArgumentParser
import AtollCenterAPI
import AtollTerminal
import PrintableText
import SignedJSON

/// `atoll superapp grant`: the organizations that may publish in a super app.
struct GrantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "List who may publish in a super app, and ask for, give or revoke permission.",
        subcommands: [List.self, Ask.self, Give.self, Take.self], defaultSubcommand: List.self)

    private static func line(_ grant: GrantView) -> String {
        // A comment must not look like another line.
        let comment = grant.comment.printable()
        let isTrusted = !grant.needsReview
        return "\(grant.organization)  \(grant.state)"
            + (isTrusted ? "  without review" : "")
            + (comment.isEmpty ? "" : "  \(comment)")
    }

    private static func cells(_ grant: GrantView) -> [String] {
        [
            grant.organization, grant.state,
            grant.needsReview ? "reviewed" : "without review", grant.comment,
        ]
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List who may publish in a super app, and who asks to.",
            discussion: """
                For instance:
                  atoll superapp grant list com.example.lagoon
                """)

        @OptionGroup
        var place: SuperAppCommand.Place

        func run() async throws {
            try await reporting {
                try await place.work.send("GET", place.path("/grants?limit=200")) { (page: PageView<GrantView>) in
                    page.table(
                        ["organization", "state", "versions", "comment"],
                        empty: "No organization may publish in it, or asks to.", cells)
                }
            }
        }
    }

    struct Ask: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask that your organization may publish in it.",
            discussion: """
                For instance:
                  atoll superapp grant ask com.example.lagoon --organization harbour
                """)

        @OptionGroup
        var place: SuperAppCommand.Place

        @Option(name: .shortAndLong, help: "The id of your organization.")
        var organization: String

        @Option(help: "A comment for its owner.")
        var comment: String?

        func run() async throws {
            try await reporting {
                var body: [ExactString: JSONValue] = ["organization": .string(organization)]
                if let comment { body["comment"] = .string(comment) }
                try await place.work.send("POST", place.path("/grants"), .object(body)) { [line($0)] }
            }
        }
    }

    struct Give: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let an organization publish in your super app, whether it has asked or not.",
            discussion: """
                For instance:
                  atoll superapp grant give com.example.lagoon harbour
                """)

        @OptionGroup
        var place: SuperAppCommand.Place

        @Argument(help: "The organization's id.")
        var organization: String

        @Flag(help: "Its versions need no approval, even if the super app requires it of others.")
        var withoutReview = false

        @Option(help: "Why, for the audit log.")
        var comment: String?

        func run() async throws {
            try await reporting {
                var body: [ExactString: JSONValue] = comment.map { ["comment": .string($0)] } ?? [:]
                if withoutReview { body["needsReview"] = .bool(false) }
                let path = place.path("/grants/\(CenterOptions.escaped(organization))")
                try await place.work.send("PUT", path, .object(body)) { [line($0)] }
            }
        }
    }

    struct Take: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke an organization's permission, or refuse its request. What was published stays.",
            discussion: """
                For instance:
                  atoll superapp grant take com.example.lagoon harbour
                """)

        @OptionGroup
        var place: SuperAppCommand.Place

        @Argument(help: "The organization's id.")
        var organization: String

        func run() async throws {
            try await reporting {
                let path = place.path("/grants/\(CenterOptions.escaped(organization))")
                try await place.work.send("DELETE", path, saying: "Revoked.")
            }
        }
    }
}
