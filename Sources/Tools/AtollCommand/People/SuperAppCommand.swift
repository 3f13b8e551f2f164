import ArgumentParser
import AtollCenterAPI
import AtollPublishing
import AtollTerminal
import SignedJSON

/// `atoll superapp`: super apps, and the organizations that publish in them.
struct SuperAppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "superapp", abstract: "List, create and change super apps, and set who publishes in them.",
        subcommands: [
            List.self, Create.self, Rename.self, Policy.self, SignIn.self, Disable.self, Enable.self,
            HostVersionCommand.self, GrantCommand.self, FeaturedCommand.self,
        ], defaultSubcommand: List.self)

    /// A super app, and how the answer is printed.
    struct Place: ParsableArguments {
        @Argument(help: "The super app's id, such as com.example.lagoon.")
        var id: String

        @OptionGroup
        var work: CenterOptions

        func path(_ rest: String = "") -> String { "v1/superapps/\(CenterOptions.escaped(id))\(rest)" }
    }

    private static func rules(_ superApp: SuperAppView) -> [String] {
        let policy = superApp.policy
        let approvals = policy.approvals
        var rules = [
            approvals == 0 ? "no review" : approvals == 1 ? "1 approval" : "\(approvals) approvals",
            policy.publisherReleases ? "publishers release" : "its administrators release",
        ]
        if policy.selfReview { rules.append("own work may be reviewed") }
        if policy.needsBrowserChecks { rules.append("needs the browser's checks") }
        if let signIn = superApp.signIn { rules.append("signed in by \(signIn.issuer)") }
        if superApp.isDisabled { rules.append("disabled") }
        return rules
    }

    private static func cells(_ superApp: SuperAppView) -> [String] {
        [
            superApp.id, superApp.name, superApp.organization,
            rules(superApp).joined(separator: ", "),
        ]
    }

    private static func line(_ superApp: SuperAppView) -> String {
        let parts = [
            superApp.id, superApp.name, "of \(superApp.organization)",
        ]
        return (parts + rules(superApp)).joined(separator: "  ")
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the super apps that organizations own.",
            discussion: """
                For instance:
                  atoll superapp list --json
                """)

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                try await work.send("GET", "v1/superapps?limit=200") { (page: PageView<SuperAppView>) in
                    page.table(
                        ["id", "name", "owner", "rules"], empty: "No organization owns a super app yet.", cells)
                }
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a super app, or take over one that the Center serves and that has no owner.",
            discussion: """
                From then on, only the organization that owns it may publish in it, and those that it gives \
                permission. Organizations that publish in it already may continue.

                For instance:
                  atoll superapp create com.example.lagoon --name Lagoon --organization example
                """)

        @OptionGroup
        var place: Place

        @Option(help: "Its name.")
        var name: String

        @Option(name: .shortAndLong, help: "The id of the organization that owns it.")
        var organization: String

        func run() async throws {
            try await reporting {
                let body = JSONValue.object([
                    "id": .string(place.id), "name": .string(name), "organization": .string(organization),
                ])
                try await place.work.send("POST", "v1/superapps", body) { ["Created: \(line($0))"] }
            }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rename a super app.",
            discussion: """
                For instance:
                  atoll superapp rename com.example.lagoon "The Lagoon"
                """)

        @OptionGroup
        var place: Place

        @Argument(help: "The new name.")
        var name: String

        func run() async throws {
            try await reporting {
                try await place.work.send("PUT", place.path(), .object(["name": .string(name)])) { [line($0)] }
            }
        }
    }

    struct Policy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show or change what a super app requires of versions, and who may release them.",
            discussion: """
                Changes apply to what is submitted, approved or released from now on.

                For instance:
                  atoll superapp policy com.example.lagoon --approvals 2 --no-self-review
                """)

        @OptionGroup
        var place: Place

        @Option(help: "How many reviewers must approve a version: 0, 1 or 2.")
        var approvals: Int?

        @Flag(inversion: .prefixedNo, help: "Whether publishers may release what was approved.")
        var publisherReleases: Bool?

        @Flag(inversion: .prefixedNo, help: "Whether reviewers may decide on their own organization's work.")
        var selfReview: Bool?

        @Flag(inversion: .prefixedNo, help: "Whether a browser must have opened a version's pages.")
        var needsBrowserChecks: Bool?

        func run() async throws {
            try await reporting {
                let answer = try await place.work.client().send("GET", place.path())
                let isChange =
                    approvals != nil || publisherReleases != nil || selfReview != nil || needsBrowserChecks != nil
                guard isChange else { return try place.work.show(answer) { [line($0)] } }
                let old = try CenterClient.decode(answer, as: SuperAppView.self)
                let policy = old.policy
                let body = JSONValue.object([
                    "approvals": .integer(approvals ?? policy.approvals),
                    "publisherReleases": .bool(publisherReleases ?? policy.publisherReleases),
                    "selfReview": .bool(selfReview ?? policy.selfReview),
                    "needsBrowserChecks": .bool(needsBrowserChecks ?? policy.needsBrowserChecks),
                ])
                // The revision makes sure that another user's change since then is not undone.
                try await place.work.send("PUT", place.path("/policy"), body, revision: old.revision) { [line($0)] }
            }
        }
    }

    struct SignIn: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-in", abstract: "Set the issuer that signs the tokens of a super app's users.",
            discussion: """
                By default, it is the issuer that the Center was started with. A separate issuer signs only for this \
                super app, and is the only one that does. A change takes effect within seconds. Without options, the \
                issuer is shown.

                For instance:
                  atoll superapp sign-in com.example.lagoon --issuer https://app.example.com --key-set https://app.example.com/.well-known/jwks.json
                """)

        @OptionGroup
        var place: Place

        @Option(help: "The issuer of its users' tokens: an https URL.")
        var issuer: String?

        @Option(help: "The URL of its public keys. Default: /.well-known/jwks.json at the issuer.")
        var keySet: String?

        @Flag(help: "Reset to the issuer that the Center was started with.")
        var remove = false

        func validate() throws {
            guard issuer != nil || keySet == nil else { throw ValidationError("Name the issuer with --issuer.") }
            guard issuer == nil || !remove else { throw ValidationError("Use either --issuer or --remove.") }
        }

        func run() async throws {
            try await reporting {
                if remove {
                    try await place.work.send("DELETE", place.path("/sign-in"), saying: "Removed.")
                    return
                }
                guard let issuer else {
                    return try await place.work.send("GET", place.path()) { (superApp: SuperAppView) in
                        guard let source = superApp.signIn else { return ["The Center's own issuer."] }
                        return ["\(source.issuer)  keys at \(source.keySet ?? "–")"]
                    }
                }
                let body = JSONValue.object([
                    "issuer": .string(issuer), "keySet": .string(keySet ?? issuer + "/.well-known/jwks.json"),
                ])
                try await place.work.send("PUT", place.path("/sign-in"), body) { [line($0)] }
            }
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop publishing in a super app. What was published stays.",
            discussion: """
                For instance:
                  atoll superapp disable com.example.lagoon --comment "It was replaced."
                """)

        @OptionGroup
        var place: Place

        @Option(help: "Why, for the audit log.")
        var comment: String

        func run() async throws {
            try await reporting {
                try await place.work.send("POST", place.path("/disable"), .object(["comment": .string(comment)])) {
                    [line($0)]
                }
            }
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Permit publishing in a super app again.",
            discussion: """
                For instance:
                  atoll superapp enable com.example.lagoon
                """)

        @OptionGroup
        var place: Place

        func run() async throws {
            try await reporting {
                try await place.work.send("POST", place.path("/enable"), .object([:])) { [line($0)] }
            }
        }
    }
}
