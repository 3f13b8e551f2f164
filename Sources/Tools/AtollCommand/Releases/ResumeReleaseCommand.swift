import ArgumentParser

struct ResumeReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume the release of a version that is on hold.",
        discussion: """
            For instance:
              atoll release resume com.example.kudos 4 10%
            """)

    @OptionGroup
    var place: VersionPlace

    @Argument(help: "The share of devices to resume with, such as 20%.")
    var share: Share

    func run() async throws { try await place.change("resume", ["permyriad": .integer(share.permyriad)]) }
}
