import ArgumentParser
import AtollPackages
import Foundation
import PrintableText

struct VerifyPackageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check a package. If it breaks a rule, print it and exit with status 1."
    )

    @OptionGroup
    var source: PackageArgument

    func run() throws {
        try refusing {
            let package = try source.package()
            print("\(package.manifest.id) \(package.manifest.version.name) follows every rule.")
        }
    }
}
