import ArgumentParser
import AtollCenterAPI
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll ci`: the repositories whose CI may publish.
struct CICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ci", abstract: "Let the CI of a repository publish, without a stored API key.",
        discussion: """
            A job shows the Center a token of its CI system, which states the repository and workflow that it runs \
            for, and gets a key that is valid for 15 minutes. In GitHub Actions, give the job the permission id-token: \
            write, and run atoll publish. In GitLab CI, make an id token named ATOLL_ID_TOKEN whose aud is the \
            Center's address.

            The number of the owner, or of the project, is compared too: a name that was given up can be registered by \
            someone else, but a number can't. At GitHub, https://api.github.com/users/NAME has it as "id".
            """,
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

    private static func cells(_ trusted: TrustedPublisherView) -> [String] {
        let said = trusted.claims.map { "\($0)=\($1)" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return [
            trusted.id, trusted.name, trusted.issuer,
            said.joined(separator: ","), trusted.ids.isEmpty ? "all" : trusted.ids.joined(separator: ","),
            trusted.maker ?? "–",
        ]
    }

    private static func line(_ trusted: TrustedPublisherView) -> String { cells(trusted).joined(separator: "  ") }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the repositories whose CI may publish.",
            discussion: """
                For instance:
                  atoll ci list --organization example
                """)

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                try await place.work.send("GET", place.path("trusted-publishers")) {
                    (page: PageView<TrustedPublisherView>) in
                    page.table(
                        ["id", "name", "issuer", "claims", "for", "added by"], empty: "No repository's CI may publish.",
                        cells)
                }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let the CI of a repository publish.",
            discussion: """
                For GitHub: --repository acme/kudos --owner 12345 --workflow publish.yml. For GitLab: --gitlab --repository \
                acme/kudos --project 678, and --claim ref_protected=true for protected branches only. For any other CI, name the claims that its tokens must have with --claim.

                For instance:
                  atoll ci add Releases --repository example/kudos --owner 12345 --workflow release.yml --organization example
                """)

        @Argument(help: "What you call it.")
        var name: String

        @Option(help: "The repository, such as acme/kudos.")
        var repository: String?

        @Option(help: "The number of the repository's owner, at GitHub.")
        var owner: String?

        @Option(
            help: "The file of the workflow in .github/workflows, at GitHub; with @refs/heads/main for one branch only."
        )
        var workflow: String?

        @Flag(help: "The repository is at GitLab.")
        var gitlab = false

        @Option(help: "The number of the project, at GitLab.")
        var project: String?

        @Option(help: "The environment that the job must run in, at GitHub or GitLab.")
        var environment: String?

        @Option(
            name: .customLong("claim"), help: "Another claim that a token must have, as NAME=VALUE; may be repeated.")
        var claims: [String] = []

        @Option(help: "The iss of the CI's tokens. Default: that of github.com, or of gitlab.com.")
        var issuer: String?

        @Option(name: .customLong("id"), help: "A mini app that it is limited to; may be repeated. Default: all.")
        var ids: [String] = []

        @OptionGroup
        var place: MemberCommand.Place

        func validate() throws {
            for claim in claims where !claim.dropFirst().contains("=") {
                throw ValidationError("\"\(claim)\" is not a claim. Expected one such as ref=refs/heads/main")
            }
            guard repository != nil || issuer != nil else { throw ValidationError("Name the repository.") }
            guard !gitlab || (owner == nil && workflow == nil) else {
                throw ValidationError("--owner and --workflow are GitHub's; for GitLab, name the --project.")
            }
            if let repository, repository.contains(":") || repository.split(separator: "/").count < 2 {
                throw ValidationError("\"\(repository)\" is not a repository. Expected one such as acme/kudos.")
            }
            for number in [owner, project].compactMap(\.self)
            where !number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                throw ValidationError("\"\(number)\" is not a number: a name can be registered again by someone else.")
            }
            if let workflow, workflow.split(separator: "@")[0].contains("/") {
                throw ValidationError("--workflow is the name of the file alone, such as publish.yml.")
            }
            guard gitlab || issuer != nil || (owner != nil && workflow != nil) else {
                throw ValidationError("At GitHub, --owner and --workflow are needed too.")
            }
            guard gitlab || project == nil else { throw ValidationError("--project is GitLab's: add --gitlab.") }
            guard workflow == nil || repository != nil else { throw ValidationError("--workflow needs --repository.") }
        }

        func run() async throws {
            try await reporting {
                let known = gitlab ? "https://gitlab.com" : "https://token.actions.githubusercontent.com"
                let body = JSONValue.object([
                    "name": .string(name), "issuer": .string(issuer ?? known), "claims": .object(said),
                    "ids": .array(ids.map { .string($0) }),
                ])
                try await place.work.send("POST", place.path("trusted-publishers"), body) {
                    (trusted: TrustedPublisherView) in
                    ["\(trusted.id)  Its jobs may publish from now on."]
                }
            }
        }

        /// The claims, under the CI system's names.
        private var said: [ExactString: JSONValue] {
            var said: [ExactString: JSONValue] = [:]
            for claim in claims {
                let parts = claim.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                said[ExactString(String(parts[0]))] = .string(String(parts.last ?? ""))
            }
            if let repository { said[gitlab ? "project_path" : "repository"] = .string(repository) }
            if let owner { said["repository_owner_id"] = .string(owner) }
            if let project { said["project_id"] = .string(project) }
            if let environment { said["environment"] = .string(environment) }
            if let workflow, let repository {
                said["workflow_ref"] = .string("\(repository)/.github/workflows/\(workflow)")
            }
            return said
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop the CI of a repository from publishing, effective immediately.",
            discussion: """
                For instance:
                  atoll ci remove 3f0c9a7e52b18d64c0a1e7f2 --organization example
                """)

        @Argument(help: "The id that atoll ci list prints.")
        var id: String

        @OptionGroup
        var place: MemberCommand.Place

        func run() async throws {
            try await reporting {
                let path = place.path("trusted-publishers/\(CenterOptions.escaped(id))")
                try await place.work.send("DELETE", path, saying: "Removed.")
            }
        }
    }
}
