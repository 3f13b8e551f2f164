import ArgumentParser

struct WithdrawKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Take back what your organization has asked for.")

    @OptionGroup
    var place: MemberCommand.Place

    @Argument(help: "The request's id.")
    var request: String

    func run() async throws {
        try await reporting {
            let path = place.path("publisher-keys/\(WorkOptions.escaped(request))")
            try await place.work.send("DELETE", path) { _ in ["Request withdrawn."] }
        }
    }
}
