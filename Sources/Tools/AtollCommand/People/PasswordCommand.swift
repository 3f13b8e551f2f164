import ArgumentParser
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll password`: changes the password.
struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Change your password, or ask for a mail if you have forgotten it.",
        discussion: """
            Changing it needs a session that began within the last 15 minutes, and ends all others.

            For instance:
              atoll password --forgotten dev@lagoon.example
              atoll password --reset -
            """)

    @Option(help: "Ask for a mail to this address.")
    var forgotten: String?

    @Option(help: "The code in that mail; with -, you are asked for it.")
    var reset: String?

    @Option(help: "A file whose first line is the new password. Default: $ATOLL_PASSWORD, or a prompt.")
    var passwordFile: String?

    @OptionGroup
    var work: CenterOptions

    func run() async throws {
        try await reporting {
            if let forgotten {
                try await send(nil, "POST", "v1/password/reset", ["email": .string(forgotten)])
                return work.result.show(
                    ["isAsked": .bool(true)], "If there is an account with this address, a mail is on its way to it.")
            }
            let code = try reset.map { try Secrets.code($0) }
            let password = JSONValue.string(try Secrets.newPassword(passwordFile))
            if let code {
                try await send(
                    nil, "POST", "v1/password/reset/confirm", ["secret": .string(code), "password": password])
            } else {
                try await send(work.client(), "PUT", "v1/account/password", ["password": password])
            }
            work.result.show(["isChanged": .bool(true)], "The password was changed; all other sessions have ended.")
        }
    }

    private func send(
        _ client: CenterClient?, _ method: String, _ path: String, _ body: [ExactString: JSONValue]
    ) async throws {
        let client = try client ?? CenterClient(center: work.center.url(), secret: nil)
        _ = try await client.send(method, path, Data(JSONValue.object(body).readableBytes))
    }
}
