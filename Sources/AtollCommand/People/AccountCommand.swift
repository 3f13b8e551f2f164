import ArgumentParser
import SignedJSON

/// `atoll account`: shows who is signed in, and what they may do.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Show who is signed in, with their roles.")

    @OptionGroup
    var work: WorkOptions

    func run() async throws {
        try await reporting {
            try await work.send("GET", "v1/account") { account in
                var lines = ["\(try account.string("name")), \(try account.string("email"))"]
                for membership in try account.objects("organizations") {
                    lines.append("\(try membership.string("organization")): \(try membership.roles())")
                }
                return lines
            }
        }
    }
}
