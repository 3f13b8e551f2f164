import ArgumentParser

struct CompleteReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete", abstract: "Release a version to all devices.",
        discussion: """
            For instance:
              atoll release complete com.example.kudos 4
            """)

    @OptionGroup
    var place: VersionPlace

    func run() async throws { try await place.change("complete") }
}
