import ArgumentParser
import AtollPackages
import AtollReview
import Foundation
import PrintableText

/// `atoll import`: makes a mini app of a web app that was written for another host.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Make a mini app of a web app that you have: a folder with an index.html, or an archive (.zip, .xdc).",
        discussion: """
            The web app's own files stay as they are, below web/. What it expects of its host (a browser, Ionic Portals, a \
            messenger, Telegram) a layer of the host answers with the bridge. What can't run is said.

            For instance:
              atoll import dist --name "Lunch Menu"     the folder that a bundler has written
              atoll import poll.xdc                     a chat app of webxdc
              atoll import game.zip                     an archive of any common tool
              atoll import dist --into lunch-menu       a new build, into the mini app made before

            docs/compatibility.md says what each kind finds, and what is left out.
            """
    )

    @Argument(help: "A folder with an index.html, or an archive (.zip, .xdc).")
    var path: String

    @Option(help: "What the web app was written for: web, portals, webxdc or telegram. Default: what it looks like.")
    var kind: Manifest.Compatibility.Kind?

    @Option(help: "The mini app's id, a reverse domain name. Default: com.example. followed by the name.")
    var id: String?

    @Option(help: "The mini app's name. Default: the one that the web app gives itself.")
    var name: String?

    @Option(
        help:
            "The folder to write. Default: the name in lowercase. If it has a mini app that was imported before, its files are replaced, and its version is raised."
    )
    var into: String?

    @Option(help: "An origin that the web app connects to, such as https://api.example.com; may be repeated.")
    var network: [String] = []

    @Flag(help: "Let the web app run texts as code (eval). Reviewers are told.")
    var eval = false

    @Option(help: "What an app for Capacitor is told that it runs on, such as ios, if it asks. Default: web.")
    var platform: String?

    @OptionGroup
    var result: ResultOptions

    func run() throws {
        try refusing(inJSON: result.json) {
            let source = try WebAppSource(path)
            let kind = kind ?? WebAppGuess.kind(of: source)
            var app = ImportedWebApp(source, kind: kind)
            app.evaluates = eval
            app.platform = platform
            app.network = network
            if let name { app.name = name }
            let label = MiniAppLabel.label(of: app.name)
            let folder = URL(filePath: into ?? label)
            guard !folder.lastPathComponent.isEmpty, !label.isEmpty || (id != nil && into != nil) else {
                throw Failure("\"\(app.name)\" gives no id and no folder. Set both with --id and --into.")
            }
            let inside = URL(filePath: path).standardizedFileURL.path + "/"
            guard !folder.standardizedFileURL.path.hasPrefix(inside) else {
                throw Failure(
                    "\(into ?? label) lies in \(path), and would be imported with it. Choose another folder with --into."
                )
            }
            let before = try ImportedFolder(folder)
            app.root = before.manifest?.compatibility?.root ?? app.root
            let text = id ?? before.manifest?.id.rawValue ?? "com.example.\(label)"
            guard let id = MiniAppID(text) else {
                throw Failure("\"\(text)\" is not a valid mini app id. Expected a reverse domain name in lowercase.")
            }
            let files = try app.files(id: id, after: before.contents)
            let package = try MiniAppPackage(files: files)
            try before.write(package.files, root: app.root)
            try report(package, into: into ?? label, isNew: before.manifest == nil)
            if let base = WebAppGuess.base(of: app.source) {
                note(
                    "warning: It was built for a folder /\(base)/, which a mini app does not have. Build it with relative "
                        + "addresses (in Vite: base: \"./\"), and import it again.")
                return
            }
            for path in WebAppGuess.missingFiles(of: app.source).prefix(20) {
                note(
                    "warning: index.html names \(path), which is not there. Perhaps the web app has to be built first.")
            }
        }
    }

    private func report(_ package: MiniAppPackage, into folder: String, isNew: Bool) throws {
        let findings = PackageReview().findings(in: package)
        let manifest = package.manifest
        if result.json {
            struct Report: Encodable {
                let folder: String
                let id: String
                let name: String
                let kind: String
                let version: Int
                let files: Int
                let bytes: Int
                let findings: [Finding]
            }
            let report = Report(
                folder: folder, id: manifest.id.rawValue, name: manifest.name,
                kind: manifest.compatibility?.kind.rawValue ?? "", version: manifest.version.code,
                files: package.files.count, bytes: package.fileList.totalBytes, findings: findings)
            try result.show(json: report)
            return
        }
        let kind = manifest.compatibility?.kind.rawValue ?? ""
        let size = ByteCountFormatter.string(fromByteCount: Int64(package.fileList.totalBytes), countStyle: .file)
        print(
            "\(isNew ? "Created" : "Updated") \(folder): \(manifest.name) (\(manifest.id)), kind \(kind), "
                + "version \(manifest.version.name), \(package.files.count) files, \(size).")
        let worth = findings.filter { $0.severity != .info }
        if !worth.isEmpty {
            print("What may not run, or must be mended before it is published:")
            for line in Self.lines(of: worth) { print("  \(line)") }
        }
        print("Next:")
        if findings.contains(where: { $0.code == "script-eval" && $0.severity == .block }) {
            print("  atoll import \(path) --into \(folder) --eval    if it does need to run texts as code")
        }
        print("  atoll check \(folder)")
        print("  atoll publish \(folder)")
    }

    /// A line for what was found in a file, however often: `atoll check` names each place.
    private static func lines(of findings: [Finding]) -> [String] {
        var counts: [[String]: Int] = [:]
        var order: [(key: [String], finding: Finding)] = []
        for finding in findings {
            let key = [finding.severity.rawValue, finding.code, finding.path ?? ""]
            if counts[key] == nil { order.append((key, finding)) }
            counts[key, default: 0] += 1
        }
        return order.map { key, finding in
            let count = counts[key] ?? 1
            let place = (finding.path?.printable() ?? "the package") + (count > 1 ? " (\(count) places)" : "")
            return "\(finding.severity.rawValue) \(finding.code) \(place): \(finding.text.printable(most: 300))"
        }
    }
}

extension Manifest.Compatibility.Kind: ExpressibleByArgument {}
