import ArgumentParser
import AtollCenterAPI
import AtollPublishing
import AtollTerminal
import SignedJSON

/// `atoll review`: the work of reviewers.
struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "List, examine, approve and reject the versions that wait for a review.",
        discussion: """
            For instance:
              atoll review next                              take the version that waits longest, and see what it changes
              atoll review diff com.harbour.menu 2 app.js    one file, line by line
              atoll review approve com.harbour.menu 2
            """,
        subcommands: [
            Queue.self, Next.self, Show.self, Diff.self, Claim.self, Unclaim.self, Approve.self, Reject.self,
        ], defaultSubcommand: Queue.self)

    struct Queue: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the versions that wait for a review, longest waiting first.",
            discussion: """
                For instance:
                  atoll review list --state submitted --super-app com.example.lagoon
                """)

        @Option(
            help: "Only versions in this state, such as rollingOut. Default: those that wait or are being reviewed.")
        var state: String?

        @Option(help: "Only versions for this super app.")
        var superApp: String?

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                var path = "v1/reviews?limit=200"
                if let state { path += "&state=\(CenterOptions.escaped(state))" }
                if let superApp { path += "&superApp=\(CenterOptions.escaped(superApp))" }
                try await work.send("GET", path) { (page: PageView<VersionView>) in
                    let lines = page.lines(VersionText.line)
                    return lines.isEmpty ? ["No version is waiting, or in this state."] : lines
                }
            }
        }
    }

    struct Next: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Claim the version that waits longest, and show its changes and findings.",
            discussion: """
                For instance:
                  atoll review next --super-app com.example.lagoon
                """)

        @Option(help: "Only versions for this super app.")
        var superApp: String?

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                var path = "v1/reviews?limit=200"
                if let superApp { path += "&superApp=\(CenterOptions.escaped(superApp))" }
                let client = try work.client()
                let waiting = try await client.answer("GET", path, as: PageView<VersionView>.self).items
                // Otherwise one that another reviewer has claimed, and that needs a second approval.
                let next =
                    waiting.first { $0.allowed.contains(.claim) }
                    ?? waiting.first { $0.approvalsNeeded > 1 && $0.allowed.contains(.approve) }
                guard let version = next else {
                    return work.result.show(["miniApp": .null], "No version is waiting.")
                }
                let place = "v1/miniapps/\(CenterOptions.escaped(version.miniApp))/versions/\(version.code)"
                if version.allowed.contains(.claim) { _ = try await client.send("POST", place + "/claim") }
                try await ReviewCommand.show(place, work)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the changes in a version, and its findings.",
            discussion: """
                For instance:
                  atoll review show com.example.kudos 4
                """)

        @OptionGroup
        var place: VersionPlace

        func run() async throws {
            try await reporting { try await ReviewCommand.show(place.path(), place.work) }
        }
    }

    struct Diff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show how a file of a version differs from that of the last approved one, or which files do.",
            discussion: """
                For instance:
                  atoll review diff com.example.kudos 4 pages/feed.js

                A line that was removed begins with -, one that was added with +. Where only words of a line differ, \
                the next line begins with ~ and has these words.
                """)

        @OptionGroup
        var place: VersionPlace

        @Argument(help: "The path of a file in the package. Default: the list of files that differ.")
        var path: String?

        @Option(help: "The code of the version to compare with; 0 for nothing. Default: the last approved one.")
        var base: Int?

        @Option(help: "The row to begin with. At most 4,000 are printed at a time.")
        var from = 0

        func run() async throws {
            try await reporting {
                var query = base.map { ["base=\($0)"] } ?? []
                if path != nil, from > 0 { query.append("from=\(from)") }
                if let path { query.append("path=\(CenterOptions.escaped(path))") }
                let verb =
                    (path == nil ? "diff" : "diff/file") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
                let client = try place.work.client()
                let answer = try await client.send("GET", place.path(verb))
                guard let path else { return try place.work.show(answer, ReviewText.changes) }
                var lines = try ReviewText.lines(CenterClient.decode(answer))
                if lines.isEmpty {
                    // No line differs: the list of files says whether it is new, or was removed.
                    let list = place.path("diff" + (base.map { "?base=\($0)" } ?? ""))
                    lines = ReviewText.whatBecame(of: path, try await client.answer("GET", list))
                }
                if place.work.json { return printJSON(answer) }
                for line in lines { print(line) }
            }
        }
    }

    /// Prints a version, its changes, and its findings.
    private static func show(_ place: String, _ work: CenterOptions) async throws {
        try await work.send("GET", place) { VersionText.lines($0) }
        try await work.send("GET", place + "/diff") { ReviewText.changes($0) }
        try await work.send("GET", place + "/checks") { ReviewText.findings($0) }
        try await work.send("GET", place + "/pictures") { ReviewText.opening($0) }
    }

    struct Claim: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Begin to review a version.",
            discussion: """
                For instance:
                  atoll review claim com.example.kudos 4
                """)

        @OptionGroup
        var place: VersionPlace

        func run() async throws { try await place.change("claim") }
    }

    struct Unclaim: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Leave a review to others.",
            discussion: """
                For instance:
                  atoll review unclaim com.example.kudos 4
                """)

        @OptionGroup
        var place: VersionPlace

        func run() async throws { try await place.change("unclaim") }
    }

    struct Approve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Approve a version for release.",
            discussion: """
                For instance:
                  atoll review approve com.example.kudos 4 --comment "Looks good."
                """)

        @OptionGroup
        var place: VersionPlace

        @Option(help: "A comment for its publisher.")
        var comment: String?

        func run() async throws {
            try await reporting {
                let seen = try await place.claimIfWaiting()
                try await place.change("approvals", comment.map { ["comment": .string($0)] } ?? [:], seen: seen)
            }
        }
    }

    struct Reject: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reject a version permanently.",
            discussion: """
                Reasons: does-not-start, broken-function, permission-unneeded, permission-text, network-unneeded, \
                hidden-function, unreadable-code, privacy, content, name-or-icon, accessibility, security, other.

                For instance:
                  atoll review reject com.example.kudos 4 --for name-or-icon --comment "The icon is that of another app."
                """)

        @OptionGroup
        var place: VersionPlace

        @Option(name: .customLong("for"), help: "A reason, such as permission-text. May be repeated.")
        var reasons: [String] = []

        @Option(help: "What its publisher should change.")
        var comment: String

        func validate() throws {
            guard reasons.isEmpty else { return }
            throw ValidationError(
                "Give a reason with --for, such as --for permission-text. The help lists all reasons.")
        }

        func run() async throws {
            try await reporting {
                let seen = try await place.claimIfWaiting()
                try await place.change(
                    "reject", ["reasons": .array(reasons.map { .string($0) }), "comment": .string(comment)], seen: seen)
            }
        }
    }
}
