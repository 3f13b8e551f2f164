import ArgumentParser
import AtollPackages
import AtollReview
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

/// `atoll check`: shows before an upload what the Center will find.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Show what the Center will find in a mini app. Exit with status 1 if a finding prevents its submission.",
        discussion: """
            These are the checks of the Center, in the same words. Checks that compare a version with the last \
            approved one need that version: --base. The Center also compares the name and the icon with those of other \
            mini apps.

            With --pictures, every page is opened in Chromium, as the Center does after an upload, and its pictures are put \
            into a folder.

            For instance:
              atoll check kudos
              atoll check kudos --pictures pictures
            """
    )

    @OptionGroup
    var source: PackageArgument

    @Option(help: "The last approved version, as a folder or a .ma file. Findings in both are not reported again.")
    var base: String?

    @OptionGroup
    var result: ResultOptions

    @Flag(help: "End with status 1 for warnings, too.")
    var strict = false

    @Option(help: "Open every page in Chromium, too, and put its pictures into this folder.")
    var pictures: String?

    @Option(help: "The path of the Chromium. Default: that of CHROMIUM in the environment, or one at a usual place.")
    var chromium: String?

    @Flag(help: "Run Chromium without its sandbox, where it can't have one, as in many containers.")
    var withoutSandbox = false

    func run() async throws {
        try await refusing(inJSON: result.json) {
            let package = try source.package()
            let before = try base.map { try PackageArgument.package(at: $0) }
            let context = ReviewContext(base: before.map { ReviewedVersion($0) })
            var findings = PackageReview().findings(in: package, context)
            if let pictures {
                findings = try await (findings + look(at: package, into: pictures)).sorted(by: Finding.isBefore)
            }
            if result.json {
                try result.show(json: findings)
            } else {
                FindingText.lines(of: findings).forEach { print($0) }
            }
            let isRefused = findings.contains { $0.severity == .block || (strict && $0.severity == .warn) }
            if isRefused { throw ExitCode(1) }
        }
    }

    /// Opens every page, and writes the pictures.
    private func look(at package: MiniAppPackage, into folder: String) async throws -> [Finding] {
        let writer = PagePictures(chromium: chromium, isSandboxed: !withoutSandbox)
        let rendered = try await writer.write(package, into: URL(filePath: folder))
        if !result.json { print("\(rendered.pictures.count) pictures in \(folder)") }
        return rendered.findings
    }
}
