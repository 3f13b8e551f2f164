import ArgumentParser
import SignedJSON

/// `atoll review`: what reviewers do.
struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "List the versions that wait for a review; claim, approve and reject them.",
        subcommands: [Queue.self, Claim.self, Unclaim.self, Approve.self, Reject.self], defaultSubcommand: Queue.self)

    struct Queue: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the versions that wait, the longest waiting first.")

        @Option(
            help: "Only versions in this state, such as rollingOut. Default: those that wait or are being reviewed.")
        var state: String?

        @Option(help: "Only versions for this super app.")
        var superApp: String?

        @OptionGroup
        var work: WorkOptions

        func run() async throws {
            try await reporting {
                var path = "v1/reviews?limit=200"
                if let state { path += "&state=\(WorkOptions.escaped(state))" }
                if let superApp { path += "&superApp=\(WorkOptions.escaped(superApp))" }
                try await work.send("GET", path) { answer in
                    let lines = try answer.page(VersionText.line)
                    return lines.isEmpty ? ["No version is waiting, or in this state."] : lines
                }
            }
        }
    }

    struct Claim: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Begin to review a version.")

        @OptionGroup
        var place: VersionPlace

        func run() async throws { try await place.change("claim") }
    }

    struct Unclaim: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Leave a review to others.")

        @OptionGroup
        var place: VersionPlace

        func run() async throws { try await place.change("unclaim") }
    }

    struct Approve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Say that a version may be released.")

        @OptionGroup
        var place: VersionPlace

        @Option(help: "What you have to say to its publisher.")
        var comment: String?

        func run() async throws {
            try await place.change("approvals", comment.map { ["comment": .string($0)] } ?? [:])
        }
    }

    struct Reject: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Refuse a version, for good.",
            discussion: """
                Reasons: does-not-start, broken-function, permission-unneeded, permission-text, network-unneeded, \
                hidden-function, unreadable-code, privacy, content, name-or-icon, accessibility, security, other.
                """)

        @OptionGroup
        var place: VersionPlace

        @Option(name: .customLong("for"), help: "A reason; repeatable.")
        var reasons: [String]

        @Option(help: "What its publisher should change.")
        var comment: String

        func run() async throws {
            try await place.change(
                "reject", ["reasons": .array(reasons.map { .string($0) }), "comment": .string(comment)])
        }
    }
}
