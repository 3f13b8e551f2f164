import ArgumentParser
import AtollCenterAPI
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll accept`: accepts an invitation into an organization.
struct AcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept an invitation into an organization, or decline it.",
        discussion: """
            If you are signed in with the invited address, you become a member. Otherwise you get an account: give \
            --name, and a password.

            For instance:
              atoll accept --name "Dev Rao"
            """)

    @Argument(help: "The code in the mail. Without it, you are asked for it.")
    var code: String?

    @Option(help: "Your name, for a new account.")
    var name: String?

    @Flag(help: "Decline the invitation.")
    var decline = false

    @Option(help: "A file whose first line is the new password. Default: $ATOLL_PASSWORD, or a prompt.")
    var passwordFile: String?

    @OptionGroup
    var work: CenterOptions

    func run() async throws {
        try await reporting {
            let url = try work.center.url()
            let secret = try Secrets.code(code)
            if decline {
                let body = JSONValue.object(["secret": .string(secret)])
                _ = try await CenterClient(center: url, secret: nil).send(
                    "POST", "v1/accounts/decline", Data(body.readableBytes))
                return work.result.show(["isDeclined": .bool(true)], "Declined.")
            }
            var body: [ExactString: JSONValue] = ["secret": .string(secret)]
            var session = try SessionStore().secret(at: url)
            if let name {
                session = nil
                body["name"] = .string(name)
                body["password"] = .string(try Secrets.newPassword(passwordFile))
            } else if session == nil {
                throw Failure("You are not signed in. For a new account, add your name: --name \"Your Name\".")
            }
            let answer = try await CenterClient(center: url, secret: session).send(
                "POST", "v1/accounts/accept", Data(JSONValue.object(body).readableBytes))
            try work.show(answer) { (invitation: InvitationView) in
                let next = session == nil ? " Sign in: atoll login \(invitation.email ?? "")" : ""
                return [
                    "You are a member of \(invitation.organization): \(invitation.roles.text).\(next)"
                ]
            }
        }
    }
}
