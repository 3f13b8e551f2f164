import ArgumentParser
import AtollPackages
import AtollTerminal
import BoundedHTTP
import Foundation
import SignedJSON
import TUF

/// `atoll monitor`: shows a publisher the releases that are live in its name.
struct MonitorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Show the releases that are live in a publisher's name, and verify them.",
        discussion: """
            Reads the whole repository as a device would, and compares each live release with the statements that \
            `atoll publish` has stored: the release must be one of them and the latest, and each statement must name \
            the one before it. Exits with status 1 if anything is wrong.

            For instance:
              atoll monitor com.example --root 1.root.json
            """
    )

    @Argument(help: "The publisher's id.")
    var publisher: String

    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var ring: KeyRing

    @Option(
        help:
            "The Center's first root, from a trusted source. Default: the Center's, if it is the one seen before."
    )
    var root: String?

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            guard let publisher = PublisherID(publisher) else {
                throw Failure("\"\(publisher)\" is not a valid publisher id.")
            }
            let settings = try ProjectSettings()
            var ring = ring
            ring.folder = ring.folder(or: settings.keys)
            let monitor = try await Monitor(
                publisher: publisher, center: center.url(or: settings.center),
                records: StatementRecords(folder: ring.url),
                root: root.map { try Data(contentsOf: URL(filePath: $0)) })
            // Enough for a million mini apps; a Center that responds too slowly is not waited for.
            let findings = try await TransferTime.within(.seconds(600)) { try await monitor.run() }
            let isGood = findings.faults.isEmpty
            let end = isGood ? ["All of it was signed by \(publisher), and no statement is missing."] : []
            for fault in findings.faults { note("attention: \(fault)") }
            result.show(
                ["live": .array(findings.live.map(\.json)), "faults": .strings(findings.faults)],
                lines: (findings.live.isEmpty
                    ? ["Nothing is live in the name of \(publisher)."] : findings.live.map(\.line)) + end)
            guard isGood else { throw ExitCode(1) }
        }
    }
}
