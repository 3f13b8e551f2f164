import ArgumentParser

struct ScheduleReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule", abstract: "Set the time at which an approved version is released.",
        discussion: """
            For instance:
              atoll release schedule com.example.kudos 4 2027-03-01T09:00:00Z
            """)

    @OptionGroup
    var place: VersionPlace

    @Argument(help: "The time, such as 2027-03-01T09:00:00Z.")
    var at: PointInTime

    func run() async throws { try await place.change("schedule", ["at": .integer(at.seconds)]) }
}
