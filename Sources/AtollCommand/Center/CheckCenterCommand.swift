import ArgumentParser
import AtollCenter
import Foundation
import Logging

/// `atoll center check`: verifies everything that was published.
struct CheckCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Read every byte of a Center, and report what is damaged or missing.",
        discussion: """
            Exits with status 1 if anything is damaged or missing. A Center in a folder must be stopped for --collect; one in \
            a bucket goes on, and what was used within a day is kept.
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    @Flag(help: "Also remove the files that no version names.")
    var collect = false

    func run() async throws {
        try await reporting {
            let center = try await storage.center(logger: Logger(label: "center"))
            let found = try await center.inspect()
            for fault in found.faults { note("damaged: \(fault)") }
            guard found.faults.isEmpty else { throw ExitCode(1) }
            if collect { print("Removed \(try await center.collectBlobs()) files that no version names.") }
            print(
                """
                Every version is intact: \(found.versions) with \(found.files) files, \(found.auditRows) rows of the audit log; \
                \(found.repository.map { "and the repository, with timestamp \($0)." } ?? "there is no repository yet.")
                """)
        }
    }
}
