import ArgumentParser
import AtollCenter
import Foundation
import Logging

/// `atoll center check`: whether everything is there that was published.
struct CheckCenterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Read every byte of a stopped Center, and say what is wrong.",
        discussion: "Ends with 1 where something is damaged or missing."
    )

    @OptionGroup
    var data: CenterDataOption

    @Flag(help: "Remove the files that no version names, too.")
    var collect = false

    func run() async throws {
        try await reporting {
            let center = try data.center(logger: Logger(label: "center"))
            let faults = try await center.verify()
            for fault in faults { note("damaged: \(fault)") }
            guard faults.isEmpty else { throw ExitCode(1) }
            if collect { print("\(try await center.collectBlobs()) files were removed that no version names.") }
            print("Every version is whole.")
        }
    }
}
