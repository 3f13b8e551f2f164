import ArgumentParser
import AtollPackages
import Foundation
import PrintableText

/// `atoll package`: packs, inspects and verifies mini apps.
struct PackageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "package", abstract: "Pack a mini app, or inspect or verify a package.",
        subcommands: [BuildCommand.self, InspectCommand.self, VerifyPackageCommand.self]
    )
}

/// Runs the work of a command about a package. A refusal is printed with its rule in front, and ends the command with
/// status 1.
func refusing(_ work: () throws -> Void) throws {
    do {
        try work()
    } catch let refusal as PackageRefusal {
        print(refusal)
        throw ExitCode(1)
    } catch let error where !(error is ExitCode) {
        note("error: \(ErrorText.sentence(of: error))")
        throw ExitCode(1)
    }
}
