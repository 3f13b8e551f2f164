import ArgumentParser

struct UnscheduleReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unschedule", abstract: "Cancel the time at which a version would be released.",
        discussion: """
            For instance:
              atoll release unschedule com.example.kudos 4
            """)

    @OptionGroup
    var place: VersionPlace

    func run() async throws { try await place.change("unschedule") }
}
