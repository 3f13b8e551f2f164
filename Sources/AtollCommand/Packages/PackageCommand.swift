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
    } catch {
        throw refusal(error)
    }
}

/// The same for work that waits.
func refusing(isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Void) async throws {
    do {
        try await work()
    } catch {
        throw refusal(error)
    }
}

/// Says what is wrong, and returns how the command ends.
private func refusal(_ error: any Error) -> ExitCode {
    switch error {
    case let exit as ExitCode: return exit
    case let refusal as PackageRefusal: print(refusal)
    default: note("error: \(ErrorText.sentence(of: error))")
    }
    return ExitCode(1)
}
