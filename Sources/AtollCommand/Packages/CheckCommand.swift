import ArgumentParser
import AtollPackages
import AtollRendering
import AtollReview
import Chromium
import DurableFiles
import Foundation
import PrintableText
import SignedJSON

/// `atoll check`: says before an upload what the Center will find.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Say what the Center will find in a mini app. Exit with status 1 if a finding keeps it from being submitted.",
        discussion: """
            These are the checks of the Center, in the same words. Those that compare a version with the last approved one \
            need that one: --base. The Center also compares the name and the icon with those of other mini apps.

            With --pictures, every page is opened in Chromium, as the Center does after an upload, and its pictures are put \
            into a folder: atoll check . --pictures pictures
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

    @Option(help: "Open every page in Chromium, too, and put its pictures into this folder.")
    var pictures: String?

    @Option(help: "The path of the Chromium. Default: that of CHROMIUM in the environment, or one at a usual place.")
    var chromium: String?

    @Flag(help: "Run Chromium without its sandbox, where it can't have one, as in many containers.")
    var withoutSandbox = false

    func run() async throws {
        try await refusing {
            let package = try source.package()
            let before = try base.map { try PackageArgument.package(at: $0) }
            let context = ReviewContext(base: before.map { ReviewedVersion($0) })
            var findings = PackageReview().findings(in: package, context)
            if let pictures {
                findings = try await (findings + look(at: package, into: pictures)).sorted(by: Finding.isBefore)
            }
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

    /// Opens every page, and writes the pictures.
    private func look(at package: MiniAppPackage, into folder: String) async throws -> [Finding] {
        guard let executable = BrowserOptions.find(chromium) else {
            throw Failure(
                "There is no Chromium\(chromium.map { " at \($0)" } ?? ""). Install it, or name it with --chromium.")
        }
        var options = BrowserOptions.untrusted(executable)
        options.isSandboxed = !withoutSandbox
        let rendered: RenderedPackage
        do {
            rendered = try await ChromiumRenderer(options).render(package)
        } catch let error as RenderingUnavailable {
            throw Failure("\(error)")
        }
        let target = URL(filePath: folder)
        // A package may have put a link there.
        let isLink = try? target.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink
        guard isLink != true else { throw Failure("\(folder) is a link. Name another folder with --pictures.") }
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        let numbers = Dictionary(
            package.manifest.pages.enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { first, _ in first })
        for picture in rendered.pictures {
            let page = picture.page.replacing("/", with: "-").prefix(80)
            let name = "\(numbers[picture.page] ?? 0)-\(page)-\(picture.look).png"
            try DurableFile.write(picture.png, to: target.appending(path: name))
        }
        if !json { print("\(rendered.pictures.count) pictures in \(folder)") }
        return rendered.findings
    }
}
