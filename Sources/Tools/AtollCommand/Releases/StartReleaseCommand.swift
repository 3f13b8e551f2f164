import ArgumentParser
import SignedJSON

struct StartReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Release an approved version to some devices.",
        discussion: """
            For instance:
              atoll release start com.example.kudos 4 --share 10%
            """)

    @OptionGroup
    var place: VersionPlace

    @Option(help: "The share of devices, such as 10%.")
    var share: Share?

    @Option(name: .customLong("group"), help: "A group that receives it regardless of the share; repeatable.")
    var groups: [String] = []

    @Option(help: "week, or steps such as 1%,24h:10%,2d:100%; the Center carries them out.")
    var plan: PlanOption?

    func validate() throws {
        if share != nil, plan != nil { throw ValidationError("Choose --share or --plan.") }
        guard share != nil || plan != nil || !groups.isEmpty else {
            throw ValidationError(
                "Name the devices with --share, --group or --plan. For all devices: atoll release complete \(place.miniApp) \(place.code)"
            )
        }
    }

    func run() async throws {
        var body: [ExactString: JSONValue] = ["groups": .array(groups.map { .string($0) })]
        if let share { body["permyriad"] = .integer(share.permyriad) }
        if let plan { body["steps"] = .array(plan.steps) }
        try await place.change("start", body)
    }
}
