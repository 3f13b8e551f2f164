import ArgumentParser
import AtollCenterAPI
import AtollTerminal
import SignedJSON

/// `atoll org`: organizations.
struct OrganizationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "org", abstract: "List, create, change and close organizations.",
        subcommands: [List.self, Create.self, Rename.self, SecondFactor.self, SuperApps.self, Close.self],
        defaultSubcommand: List.self)

    private static func line(_ organization: OrganizationView) -> String {
        var parts = [organization.id, organization.name]
        if let publisher = organization.publisher { parts.append("publishes as \(publisher)") }
        if organization.ownsSuperApps { parts.append("owns super apps") }
        if organization.needsSecondFactor { parts.append("needs a second factor") }
        if organization.isClosed { parts.append("closed") }
        return parts.joined(separator: "  ")
    }

    private static func cells(_ organization: OrganizationView) -> [String] {
        let notes = [
            organization.ownsSuperApps ? "owns super apps" : nil,
            organization.needsSecondFactor ? "needs a second factor" : nil,
            organization.isClosed ? "closed" : nil,
        ]
        return [
            organization.id, organization.name, organization.publisher ?? "–",
            notes.compactMap(\.self).joined(separator: ", "),
        ]
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the organizations that you may see.",
            discussion: """
                For instance:
                  atoll org list --json
                """)

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                try await work.send("GET", "v1/organizations?limit=200") { (page: PageView<OrganizationView>) in
                    page.table(["id", "name", "publishes as", "notes"], empty: "You see no organizations.", cells)
                }
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create an organization.",
            discussion: """
                For instance:
                  atoll org create example --name "Example" --publisher com.example
                """)

        @Argument(help: "Its id: 2 to 40 lowercase letters, digits and hyphens.")
        var id: String

        @Option(help: "Its name.")
        var name: String

        @Option(help: "The id under which it publishes, such as com.example.")
        var publisher: String?

        @Flag(help: "Let it own super apps.")
        var ownsSuperApps = false

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                var body: [ExactString: JSONValue] = [
                    "id": .string(id), "name": .string(name), "ownsSuperApps": .bool(ownsSuperApps),
                ]
                if let publisher { body["publisher"] = .string(publisher) }
                try await work.send("POST", "v1/organizations", .object(body)) { ["Created: \(line($0))"] }
            }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rename an organization.",
            discussion: """
                For instance:
                  atoll org rename example "Example Ltd"
                """)

        @Argument(help: "Its id.")
        var id: String

        @Argument(help: "The new name.")
        var name: String

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                try await work.send(
                    "PUT", "v1/organizations/\(CenterOptions.escaped(id))", .object(["name": .string(name)])
                ) { [line($0)] }
            }
        }
    }

    struct SecondFactor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "second-factor", abstract: "Set whether members need a second factor.",
            discussion: """
                For instance:
                  atoll org second-factor example on
                """)

        @Argument(help: "The organization's id.")
        var id: String

        @Argument(help: "on or off.")
        var state: String

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                guard ["on", "off"].contains(state) else { throw Failure("Say on or off.") }
                try await work.send(
                    "PUT", "v1/organizations/\(CenterOptions.escaped(id))",
                    .object(["needsSecondFactor": .bool(state == "on")])
                ) { [line($0)] }
            }
        }
    }

    struct SuperApps: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "super-apps", abstract: "Set whether an organization may own super apps.",
            discussion: """
                It keeps the super apps that it owns. For administrators of the Center.

                For instance:
                  atoll org super-apps example on
                """)

        @Argument(help: "The organization's id.")
        var id: String

        @Argument(help: "on or off.")
        var state: String

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                guard ["on", "off"].contains(state) else { throw Failure("Say on or off.") }
                try await work.send(
                    "PUT", "v1/organizations/\(CenterOptions.escaped(id))",
                    .object(["ownsSuperApps": .bool(state == "on")])
                ) { [line($0)] }
            }
        }
    }

    struct Close: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Close an organization: its members lose all access to it. What it has published stays.",
            discussion: """
                For instance:
                  atoll org close example --comment "It is part of another one now."
                """)

        @Argument(help: "Its id.")
        var id: String

        @Option(help: "Why, for the audit log.")
        var comment: String

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                try await work.send(
                    "POST", "v1/organizations/\(CenterOptions.escaped(id))/close",
                    .object(["comment": .string(comment)])
                ) { [line($0)] }
            }
        }
    }
}
