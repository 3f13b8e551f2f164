import ArgumentParser

struct DiscardReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Discard a version that was not released.",
        discussion: """
            For instance:
              atoll release discard com.example.kudos 4 --comment "The next one has it, too."
            """)

    @OptionGroup
    var place: VersionPlace

    @Option(help: "Why, for the audit log.")
    var comment: String?

    func run() async throws { try await place.change("discard", comment.map { ["comment": .string($0)] } ?? [:]) }
}
