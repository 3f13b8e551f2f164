import ArgumentParser
import AtollPackages
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll home`: configures a super app's home screen.
struct HomeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "home", abstract: "Configure a super app's home screen: order, caps, and modules to switch off.",
        discussion: """
            The configuration is published as a signed target of the Center's repository, which devices verify. It \
            replaces the one built into the super app; {} restores that. The file is JSON, and names modules by id:

            {"order": ["lives.now"], "caps": {"plan.introduction": {"maxDays": 3, "untilOpened": true, \
            "dismissedFor": 7}}, "off": ["miniApp"]}

            For instance:
              atoll home com.example.lagoon home.json
            """
    )

    @Argument(help: "The super app's id.")
    var id: String

    @Argument(help: "The JSON file with the configuration.")
    var file: String

    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var apiKey: APIKeyOption

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let id = try miniAppID(id)
            let data = try Data(contentsOf: URL(filePath: file))
            do {
                try HomeConfigurationFile.check(data)
            } catch {
                throw Failure("\(file): \(error)")
            }
            try await PublishingClient(center: center.url(), apiKey: apiKey.text())
                .setHomeConfiguration(data, of: id.rawValue)
            result.show(["id": .string(id.rawValue)], "The home configuration of \(id) was published.")
        }
    }
}
