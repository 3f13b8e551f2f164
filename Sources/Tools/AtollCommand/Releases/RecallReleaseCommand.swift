import ArgumentParser

struct RecallReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recall", abstract: "Take a version back from the reviewers.",
        discussion: """
            For instance:
              atoll release recall com.example.kudos 4
            """)

    @OptionGroup
    var place: VersionPlace

    func run() async throws { try await place.change("recall") }
}
