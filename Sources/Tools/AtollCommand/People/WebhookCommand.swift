import ArgumentParser
import AtollCenterAPI
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll webhook`: sends the events of an organization to URLs.
struct WebhookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook", abstract: "Send the events of an organization to a URL.",
        discussion: """
            Each row of the audit log is posted as JSON, in order, and signed as Standard Webhooks has it (webhook-id, \
            webhook-timestamp, webhook-signature). A delivery that is not answered with 2xx is retried after 5 s, 5 min, \
            30 min, 2 h, 5 h and 10 h; then the webhook is switched off. Until then, all later rows wait: atoll webhook skip \
            continues with the next one.

              atoll webhook add https://ops.example.com/atoll -o example --action review:reject --action release:hold
            """,
        subcommands: [List.self, Add.self, Retry.self, Skip.self, Remove.self], defaultSubcommand: List.self)

    private static func line(_ hook: WebhookView) -> String {
        var parts = [
            hook.id, hook.address, hook.actions.isEmpty ? "everything" : hook.actions.joined(separator: ","),
        ]
        if let about = hook.about { parts.append("about \(about)") }
        if !hook.message.isEmpty { parts.append("\(hook.isOn ? "failed" : "switched off"): \(hook.message)") }
        return parts.joined(separator: "  ")
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the webhooks and their state.",
            discussion: """
                For instance:
                  atoll webhook list --organization example
                """)

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                try await place.work.send("GET", place.path("webhooks")) { (page: PageView<WebhookView>) in
                    let lines = page.items.map(line)
                    return lines.isEmpty ? ["No webhooks."] : lines
                }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a webhook: a URL that receives events from now on. Its secret is printed once.",
            discussion: """
                For instance:
                  atoll webhook add https://ops.example.com/atoll --action review:reject --organization example
                """)

        @Argument(help: "An https URL.")
        var address: String

        @Option(help: "Only events of this super app or mini app.")
        var about: String?

        @Option(name: .customLong("action"), help: "An action of the audit log; may be repeated. Default: all.")
        var actions: [String] = []

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                var members: [ExactString: JSONValue] = ["address": .string(address)]
                if let about { members["about"] = .string(about) }
                if !actions.isEmpty { members["actions"] = .array(actions.map { .string($0) }) }
                try await place.work.send("POST", place.path("webhooks"), .object(members)) {
                    (answer: NewWebhookView) in
                    [
                        "\(answer.webhook.id)  Deliveries start now.",
                        "Its secret, which is not shown again: \(answer.secret)",
                    ]
                }
            }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Retry a webhook now, even if it was switched off.",
            discussion: """
                For instance:
                  atoll webhook retry 3f0c9a7e52b18d64c0a1e7f2 --organization example
                """)

        @Argument(help: "The id that atoll webhook list prints.")
        var id: String

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                let path = place.path("webhooks/\(CenterOptions.escaped(id))/retry")
                try await place.work.send("POST", path) { [line($0)] }
            }
        }
    }

    struct Skip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Skip the row of the audit log that a webhook fails to deliver.",
            discussion: """
                For instance:
                  atoll webhook skip 3f0c9a7e52b18d64c0a1e7f2 --organization example
                """)

        @Argument(help: "The id that atoll webhook list prints.")
        var id: String

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                let page: PageView<WebhookView> = try await place.work.client().answer("GET", place.path("webhooks"))
                guard let hook = page.items.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) else {
                    throw Failure("The organization has no such webhook. atoll webhook list prints their ids.")
                }
                // Only the row that fails now is skipped: the Center compares the number.
                let body = JSONValue.object(["after": .integer(hook.number)])
                let path = place.path("webhooks/\(CenterOptions.escaped(id))/skip")
                try await place.work.send("POST", path, body) { changed in
                    ["Row \(changed.number) of the audit log is skipped.", line(changed)]
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a webhook.",
            discussion: """
                For instance:
                  atoll webhook remove 3f0c9a7e52b18d64c0a1e7f2 --organization example
                """)

        @Argument(help: "The id that atoll webhook list prints.")
        var id: String

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                let path = place.path("webhooks/\(CenterOptions.escaped(id))")
                try await place.work.send("DELETE", path, saying: "Removed.")
            }
        }
    }
}
