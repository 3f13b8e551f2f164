import ArgumentParser
import AtollCenter
import AtollTerminal
import Foundation
import Logging

/// `atoll center check`: verifies everything that was published.
struct CheckCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Read every byte of a Center, and report what is damaged or missing.",
        discussion: """
            Exits with status 1 if anything is damaged or missing. A Center in a folder must be stopped for --collect. \
            One in a bucket may continue, and files used within the last day are not removed.

            For instance:
              atoll center check --collect --data center
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    @OptionGroup
    var result: ResultOptions

    @Flag(help: "Also remove the files that no version names.")
    var collect = false

    func run() async throws {
        try await reporting {
            let center = try await storage.center(logger: Logger(label: "center"))
            let found = try await center.inspect()
            for fault in found.faults { note("damaged: \(fault)") }
            let isGood = found.faults.isEmpty
            let removed = isGood && collect ? try await center.collectBlobs() : nil
            var lines = removed.map { ["Removed \($0) files that no version names."] } ?? []
            lines.append(
                """
                Every version is intact: \(found.versions) with \(found.files) files, \(found.auditRows) rows of the audit log; \
                \(found.repository.map { "and the repository, with timestamp \($0)." } ?? "there is no repository yet.")
                """)
            result.show(
                [
                    "faults": .strings(found.faults.map { "\($0)" }), "versions": .integer(found.versions),
                    "files": .integer(found.files), "auditRows": .integer(found.auditRows),
                    "timestamp": found.repository.map { .integer($0) } ?? .null,
                    "removed": removed.map { .integer($0) } ?? .null,
                ], lines: isGood ? lines : [])
            guard isGood else { throw ExitCode(1) }
        }
    }
}
