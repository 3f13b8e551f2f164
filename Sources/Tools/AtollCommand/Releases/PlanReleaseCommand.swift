import ArgumentParser

struct PlanReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Set the steps by which a version reaches more devices.",
        discussion: """
            For instance:
              atoll release plan com.example.kudos 4 1%,24h:10%,2d:100%
            """)

    @OptionGroup
    var place: VersionPlace

    @Argument(help: "week, none, or steps such as 1%,24h:10%,2d:100%.")
    var plan: String

    func run() async throws {
        guard let steps = plan == "none" ? [] : PlanOption(argument: plan)?.steps else {
            throw ValidationError("\"\(plan)\" is not a plan: week, none, or steps such as 1%,24h:10%,2d:100%.")
        }
        try await place.change("plan", ["steps": .array(steps)], method: "PUT")
    }
}
