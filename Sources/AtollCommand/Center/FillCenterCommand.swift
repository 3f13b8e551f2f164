import ArgumentParser
import AtollCenter
import Foundation
import Logging

/// `atoll center fill`: mini apps that are made up, to measure a Center with.
struct FillCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill", abstract: "Fill a Center that does not run with made-up mini apps, to measure its search."
    )

    @OptionGroup
    var data: CenterDataOption

    @Option(help: "How many.")
    var count = 100_000

    @Option(name: .customLong("super-app"), help: "The super app whose users find them.")
    var superApp: String

    func run() async throws {
        try await reporting {
            let configuration = CenterConfiguration(
                directory: data.url, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: [])
            let center = try MiniAppCenter(configuration, logger: Logger(label: "center"))
            try await center.fillSearch(count: count, superApp: superApp) { done in
                if done.isMultiple(of: 50_000) { note("\(done) of \(count)") }
            }
            print("There are \(count) mini apps to be found.")
        }
    }
}
