import ArgumentParser

struct ResumeReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume a held release.",
        discussion: """
            For instance:
              atoll release resume com.example.kudos 4 10%
            """)

    @OptionGroup
    var place: VersionPlace

    @Argument(help: "The share of devices to go on with, such as 20%.")
    var share: Share

    func run() async throws { try await place.change("resume", ["permyriad": .integer(share.permyriad)]) }
}
