import ArgumentParser
import AtollPackages
import AtollPublishing
import Foundation

/// `atoll home`: says how a super app's home screen is arranged.
struct HomeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "home", abstract: "Set what a super app shows on its home: order, caps, and what is switched off.",
        discussion: """
            It is published as a signed target of the Center's repository, which devices verify, and takes the place of what is \
            built into the super app; {} brings that back. The file is JSON, and names modules by their ids:

            {"order": ["lives.now"], "caps": {"plan.introduction": {"maxDays": 3, "untilOpened": true, "dismissedFor": 7}}, \
            "off": ["miniApp"]}
            """
    )

    @Argument(help: "The super app's id.")
    var id: String

    @Argument(help: "The file.")
    var file: String

    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var apiKey: APIKeyOption

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
            print("What \(id) shows on its home was published.")
        }
    }
}
