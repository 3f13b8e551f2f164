import ArgumentParser
import AtollPackages
import AtollTerminal
import Foundation
import PrintableText

/// `atoll package`: packs, inspects and verifies mini apps.
struct PackageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "package", abstract: "Pack a mini app, or inspect or verify a package.",
        subcommands: [BuildCommand.self, InspectCommand.self, VerifyPackageCommand.self]
    )
}

/// Runs the work of a command about a package. A refusal is printed with its rule first, and ends the command with
/// status 1.
///
/// - Parameter inJSON: Whether the result is JSON: then a refusal goes to standard error, as all errors do.
func refusing(inJSON: Bool = false, _ work: () throws -> Void) throws {
    do {
        try work()
    } catch {
        throw refusal(error, inJSON)
    }
}

/// Runs the asynchronous work of a command about a package. A refusal is printed with its rule first, and ends the
/// command with status 1.
func refusing(
    inJSON: Bool = false, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Void
) async throws {
    do {
        try await work()
    } catch {
        throw refusal(error, inJSON)
    }
}

/// Prints what is wrong, and returns the command's exit code.
private func refusal(_ error: any Error, _ inJSON: Bool) -> ExitCode {
    switch error {
    case let exit as ExitCode: return exit
    case let refusal as PackageRefusal:
        if inJSON { note(refusal.description) } else { print(refusal) }
    default: note("error: \(ErrorText.sentence(of: error))")
    }
    return ExitCode(1)
}
