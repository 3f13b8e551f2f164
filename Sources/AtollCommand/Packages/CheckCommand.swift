import ArgumentParser
import AtollPackages
import AtollReview
import Foundation
import PrintableText
import SignedJSON

/// `atoll check`: says before an upload what the Center will find.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Say what the Center will find in a mini app. Exit with status 1 if a finding keeps it from being submitted.",
        discussion: """
            These are the checks of the Center, in the same words. Those that compare a version with the last approved one \
            need that one: --base. The Center also compares the name and the icon with those of other mini apps.
            """
    )

    @OptionGroup
    var source: PackageArgument

    @Option(help: "The last approved version, as a folder or a .ma file: what it has, too, is not pointed out again.")
    var base: String?

    @Flag(help: "Print the findings as JSON.")
    var json = false

    @Flag(help: "End with status 1 for warnings, too.")
    var strict = false

    func run() throws {
        try refusing {
            let package = try source.package()
            let before = try base.map { try PackageArgument.package(at: $0) }
            let context = ReviewContext(base: before.map { ReviewedVersion($0) })
            let findings = PackageReview().findings(in: package, context)
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
                print(String(decoding: try encoder.encode(findings), as: UTF8.self).visibleJSON)
            } else {
                FindingText.lines(of: findings).forEach { print($0) }
            }
            let isRefused = findings.contains { $0.severity == .block || (strict && $0.severity == .warn) }
            if isRefused { throw ExitCode(1) }
        }
    }
}
