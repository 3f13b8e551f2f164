import ArgumentParser

struct HoldReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold", abstract: "Stop a version from reaching more devices. Devices that have it still run it.",
        discussion: """
            For instance:
              atoll release hold com.example.kudos 4 --reason "It crashes on phones."
            """)

    @OptionGroup
    var place: VersionPlace

    @Option(help: "The reason, which is recorded in the audit log.")
    var reason: String

    func run() async throws { try await place.change("hold", ["reason": .string(reason)]) }
}
