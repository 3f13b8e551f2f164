import ArgumentParser
import AtollCenter
import AtollTerminal
import Foundation
import Logging
import SignedJSON

/// `atoll center fill`: adds fictitious mini apps, to measure a Center's search.
struct FillCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill", abstract: "Fill a Center with fictitious mini apps, to measure its search.",
        discussion: """
            For instance:
              atoll center fill --count 1000 --super-app com.example.lagoon --data center
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    @Option(help: "The number of mini apps.")
    var count = 100_000

    @Option(name: .customLong("super-app"), help: "The id of the super app whose users find them.")
    var superApp: String

    /// The number of mini apps that are written in one transaction.
    private static let batch = 5_000

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let center = try await storage.center(logger: Logger(label: "center"))
            let samples = SampleEntries(superApp: superApp)
            for start in stride(from: 0, to: count, by: Self.batch) {
                let end = min(start + Self.batch, count)
                try await center.addSamples(
                    (start..<end).map(samples.entry), attributes: SampleEntries.attributes, of: superApp)
                if end.isMultiple(of: 50_000) { note("\(end) of \(count)") }
            }
            result.show(["count": .integer(count)], "\(count) mini apps can now be found.")
        }
    }
}
