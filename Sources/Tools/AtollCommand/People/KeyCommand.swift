import ArgumentParser
import AtollCenterAPI
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll key`: API keys of an organization.
struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make, list and revoke API keys of an organization.",
        subcommands: [List.self, Create.self, Revoke.self, Leaked.self], defaultSubcommand: List.self)

    private static func cells(_ key: KeyView) -> [String] {
        func day(_ time: Int) -> String {
            String(Timestamp.text(Date(timeIntervalSince1970: Double(time))).prefix(10))
        }
        return [
            key.id, key.name, key.scopes.joined(separator: ","),
            key.ids.isEmpty ? "all" : key.ids.joined(separator: ","), day(key.expires),
            key.used.map(day) ?? "never used", key.maker ?? "–",
        ]
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List your API keys; an administrator sees those of all members.",
            discussion: """
                For instance:
                  atoll key list --organization example
                """)

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                try await place.work.send("GET", place.path("keys")) { (page: PageView<KeyView>) in
                    page.table(
                        ["id", "name", "scopes", "for", "expires", "last used", "created by"],
                        empty: "There are no API keys.", cells)
                }
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an API key, which is printed once. It may do what you may do, and no more.",
            discussion: """
                For instance:
                  atoll key create CI --scope publish --id com.example.kudos --days 90 --organization example
                """)

        @Argument(help: "What you call it.")
        var name: String

        @Option(name: .customLong("scope"), help: "What it permits; may be repeated. Default: publish.")
        var scopes: [String] = []

        @Option(name: .customLong("id"), help: "A mini app or super app that it is limited to; may be repeated.")
        var ids: [String] = []

        @Option(help: "How long it is valid.")
        var days = 90

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                let scopes = scopes.isEmpty ? ["publish"] : scopes
                let body = JSONValue.object([
                    "name": .string(name), "scopes": .array(scopes.map { .string($0) }),
                    "ids": .array(ids.map { .string($0) }), "days": .integer(days),
                ])
                try await place.work.send("POST", place.path("keys"), body) { (made: NewKeyView) in [made.text] }
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke an API key, effective immediately.",
            discussion: """
                For instance:
                  atoll key revoke 1f2e3d4c5b6a7988 --organization example
                """)

        @Argument(help: "The key's id.")
        var id: String

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                try await place.work.send("DELETE", place.path("keys/\(CenterOptions.escaped(id))"), saying: "Revoked.")
            }
        }
    }

    struct Leaked: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Report an API key that was found where it should not be: it is revoked.",
            discussion: """
                Reads the key from standard input, so that it appears in no list of processes.

                For instance:
                  atoll key leaked <leaked.txt
                """)

        @OptionGroup
        var center: CenterOption

        @OptionGroup
        var result: ResultOptions

        func run() async throws {
            try await reporting {
                guard let text = readLine() else { throw Failure("Give the key on standard input.") }
                let body = JSONValue.object(["secret": .string(text.trimmingCharacters(in: .whitespaces))])
                _ = try await CenterClient(center: center.url(), secret: nil).send(
                    "POST", "v1/keys/leaked", Data(body.readableBytes))
                // The Center never reveals whether it knew the key.
                result.show(["reported": .bool(true)], "Reported. If the Center knows the key, it no longer works.")
            }
        }
    }
}
