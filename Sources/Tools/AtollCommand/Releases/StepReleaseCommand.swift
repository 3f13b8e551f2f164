import ArgumentParser

struct StepReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "step", abstract: "Release a version to more devices.",
        discussion: """
            For instance:
              atoll release step com.example.kudos 4 50%
            """)

    @OptionGroup
    var place: VersionPlace

    @Argument(help: "The share of devices, such as 20%.")
    var share: Share

    func run() async throws { try await place.change("step", ["permyriad": .integer(share.permyriad)]) }
}
