import ArgumentParser
import AtollPackages
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

struct VerifyPackageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check a package. If it breaks a rule, print it and exit with status 1.",
        discussion: """
            For instance:
              atoll package verify kudos
            """
    )

    @OptionGroup
    var source: PackageArgument

    @OptionGroup
    var result: ResultOptions

    func run() throws {
        try refusing(inJSON: result.json) {
            let package = try source.package()
            let manifest = package.manifest
            result.show(
                [
                    "id": .string(manifest.id.rawValue), "version": .version(manifest.version),
                ],
                "\(manifest.id) \(manifest.version.name) follows every rule.")
        }
    }
}
