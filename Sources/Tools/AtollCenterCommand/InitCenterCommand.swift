import ArgumentParser
import AtollCenter
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll center init`: makes the first administrator.
struct InitCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make the first administrator of a Center, who creates organizations.",
        discussion: """
            Run it on the machine of the Center, which may be running. It works once.

            For instance:
              atoll center init pat@example.com --name "Pat Quinn" --data center
            """)

    @Argument(help: "Their e-mail address.")
    var email: String

    @Option(help: "Their name.")
    var name: String

    @Option(help: "The name of the organization that runs the Center.")
    var organization = "Operators"

    @Option(help: "A file whose first line is the password. Default: $ATOLL_PASSWORD, or a prompt.")
    var passwordFile: String?

    @OptionGroup
    var storage: CenterStorageOptions

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let center = try await storage.center()
            let password = try Secrets.newPassword(passwordFile)
            try await center.people.makeFirstAdministrator(
                email: email, name: name, password: password, organization: organization)
            let address = ProcessInfo.processInfo.environment["ATOLL_CENTER"]
            let place = address == nil ? " --center http://127.0.0.1:8081" : ""
            result.show(
                ["email": .string(email), "organization": .string(organization)],
                "\(name) runs this Center. Sign in at its URL, such as: atoll login \(email)\(place)"
            )
        }
    }
}
