import ArgumentParser
import Foundation
import Lagoon
import Logging

/// `lagoon verify`: checks all stored data while Lagoon is stopped.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Read every version in the Center and every installed version, and compare each file with its digest."
    )

    @OptionGroup
    var data: DataOption

    func validate() throws {
        guard FileManager.default.fileExists(atPath: data.path) else {
            throw ValidationError("There is no directory \(data.path).")
        }
    }

    func run() async throws {
        let configuration = LagoonConfiguration(directory: data.url, miniApps: data.url)
        let faults = try await LagoonServer(configuration, logger: Logger(label: "lagoon")).verify()
        for fault in faults { print(fault) }
        guard faults.isEmpty else { throw ExitCode(1) }
        print("All versions are intact.")
    }
}
