import ArgumentParser
import AtollCenterAPI
import AtollTerminal
import SignedJSON

/// `atoll member`: the members of an organization, and invitations.
struct MemberCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member", abstract: "Invite members, give them roles, suspend and remove them.",
        subcommands: [
            List.self, Invite.self, Invitations.self, Resend.self, Revoke.self, Roles.self, Suspend.self,
            Reactivate.self, Remove.self,
        ], defaultSubcommand: List.self)

    /// The organization, and how the answer is printed.
    struct Place: ParsableArguments {
        @Option(name: [.customLong("organization"), .customShort("o")], help: "The organization's id.")
        var organization: String

        @OptionGroup
        var work: CenterOptions

        func path(_ rest: String) -> String { "v1/organizations/\(CenterOptions.escaped(organization))/\(rest)" }
    }

    /// Roles as they are typed: `developer`, or `developer:com.example.kudos` for one mini app.
    private static func roles(_ texts: [String]) -> JSONValue {
        .array(
            texts.map { text in
                let parts = text.split(separator: ":", maxSplits: 1)
                var role: [ExactString: JSONValue] = ["role": .string(String(parts.first ?? ""))]
                if parts.count == 2 { role["only"] = .string(String(parts[1])) }
                return .object(role)
            })
    }

    private static let rolesHelp: ArgumentHelp = """
        The roles: organizationAdministrator, superAppAdministrator, reviewer, developer or auditor; with :ID for one super app \
        or mini app only, such as developer:com.example.kudos.
        """

    private static func cells(_ member: MemberView) -> [String] {
        let states = [
            member.isSuspended ? "suspended" : "active",
            member.hasSecondFactor ? "second factor" : nil,
        ]
        return [
            member.account, member.name, member.email, member.roles.text,
            states.compactMap(\.self).joined(separator: ", "),
        ]
    }

    private static func line(_ member: MemberView) -> String { cells(member).joined(separator: "  ") }

    private static func invitationCells(_ invitation: InvitationView) -> [String] {
        [
            invitation.id, invitation.email ?? "–", invitation.roles.text,
            invitation.state,
        ]
    }

    private static func invitation(_ invitation: InvitationView) -> String {
        invitationCells(invitation).joined(separator: "  ")
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the members.",
            discussion: """
                For instance:
                  atoll member list --organization example
                """)

        @OptionGroup
        var place: Place

        func run() async throws {
            try await reporting {
                try await place.work.send("GET", place.path("members?limit=200")) { (page: PageView<MemberView>) in
                    page.table(
                        ["account", "name", "e-mail", "roles", "state"], empty: "The organization has no members.",
                        cells)
                }
            }
        }
    }

    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Invite a person by e-mail.",
            discussion: """
                For instance:
                  atoll member invite dev@example.com developer --organization example
                """)

        @Argument(help: "Their e-mail address.")
        var email: String

        @Argument(help: rolesHelp)
        var roles: [String]

        @OptionGroup
        var place: Place

        func run() async throws {
            try await reporting {
                let body = JSONValue.object(["email": .string(email), "roles": MemberCommand.roles(roles)])
                try await place.work.send("POST", place.path("invitations"), body) {
                    ["Invited: \(invitation($0))"]
                }
            }
        }
    }

    struct Invitations: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the invitations.",
            discussion: """
                For instance:
                  atoll member invitations --organization example
                """)

        @OptionGroup
        var place: Place

        func run() async throws {
            try await reporting {
                try await place.work.send("GET", place.path("invitations")) { (page: PageView<InvitationView>) in
                    page.table(
                        ["id", "e-mail", "roles", "state"], empty: "There are no invitations.", invitationCells)
                }
            }
        }
    }

    struct Resend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Resend an invitation. The previous link stops working.",
            discussion: """
                For instance:
                  atoll member resend 3f0c9a7e52b18d64c0a1e7f2 --organization example
                """)

        @Argument(help: "The invitation's id.")
        var id: String

        @OptionGroup
        var place: Place

        func run() async throws {
            try await reporting {
                let path = place.path("invitations/\(CenterOptions.escaped(id))/resend")
                try await place.work.send("POST", path, .object([:])) { ["Sent: \(invitation($0))"] }
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take an invitation back.",
            discussion: """
                For instance:
                  atoll member revoke 3f0c9a7e52b18d64c0a1e7f2 --organization example
                """)

        @Argument(help: "The invitation's id.")
        var id: String

        @OptionGroup
        var place: Place

        func run() async throws {
            try await reporting {
                try await place.work.send(
                    "DELETE", place.path("invitations/\(CenterOptions.escaped(id))"), saying: "Revoked.")
            }
        }
    }

    struct Roles: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a member these roles, and no others.",
            discussion: """
                For instance:
                  atoll member roles 3f0c9a7e52b18d64c0a1e7f2 developer reviewer:com.example.lagoon --organization example
                """)

        @Argument(help: "The member's account.")
        var account: String

        @Argument(help: rolesHelp)
        var roles: [String]

        @OptionGroup
        var place: Place

        func run() async throws {
            try await reporting {
                let path = place.path("members/\(CenterOptions.escaped(account))/roles")
                try await place.work.send("PUT", path, .object(["roles": MemberCommand.roles(roles)])) {
                    [line($0)]
                }
            }
        }
    }

    struct Suspend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Suspend a member: their sessions end, and their API keys are removed.",
            discussion: """
                For instance:
                  atoll member suspend 3f0c9a7e52b18d64c0a1e7f2 --comment "The laptop was stolen." --organization example
                """)

        @Argument(help: "The member's account.")
        var account: String

        @Option(help: "Why, for the audit log.")
        var comment: String

        @OptionGroup
        var place: Place

        func run() async throws {
            try await reporting {
                let path = place.path("members/\(CenterOptions.escaped(account))/suspend")
                try await place.work.send("POST", path, .object(["comment": .string(comment)])) { [line($0)] }
            }
        }
    }

    struct Reactivate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reactivate a suspended member.",
            discussion: """
                For instance:
                  atoll member reactivate 3f0c9a7e52b18d64c0a1e7f2 --organization example
                """)

        @Argument(help: "The member's account.")
        var account: String

        @OptionGroup
        var place: Place

        func run() async throws {
            try await reporting {
                let path = place.path("members/\(CenterOptions.escaped(account))/reactivate")
                try await place.work.send("POST", path, .object([:])) { [line($0)] }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a member. Their account stays.",
            discussion: """
                For instance:
                  atoll member remove 3f0c9a7e52b18d64c0a1e7f2 --organization example
                """)

        @Argument(help: "The member's account.")
        var account: String

        @OptionGroup
        var place: Place

        func run() async throws {
            try await reporting {
                try await place.work.send(
                    "DELETE", place.path("members/\(CenterOptions.escaped(account))"), saying: "Removed.")
            }
        }
    }
}
