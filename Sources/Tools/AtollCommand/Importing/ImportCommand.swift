import ArgumentParser
import AtollDevelopment
import AtollPackages
import AtollReview
import AtollTerminal
import Foundation
import PrintableText

/// `atoll import`: makes a mini app from a web app that was written for another host.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Make a mini app from a web app that you have: a folder with an index.html, or an archive (.zip, .xdc).",
        discussion: """
            The web app's own files stay unchanged, in web/. A compatibility layer of the host uses the bridge to \
            provide what the web app expects of its host (a browser, Ionic Portals, a messenger, Telegram). The \
            command reports what can't run.

            For instance:
              atoll import dist --name "Lunch Menu"     the folder that a bundler has written
              atoll import poll.xdc                     a chat app of webxdc
              atoll import game.zip                     an archive of any common tool
              atoll import dist --into lunch-menu       a new build, into the mini app made before
              atoll import . --start demo/index.html    an app whose page is in another folder than what it loads
              atoll import dist --without '*.wav'       without files that it does not need
              atoll import dist --fetch                 with the files that its pages load from CDNs

            Source maps, lock files and files of drawing programs are left out. --with includes them.
            docs/compatibility.md describes what each kind provides, and what is left out.
            """
    )

    @Argument(help: "A folder with an index.html, or an archive (.zip, .xdc).")
    var path: String

    @Option(help: "What the web app was written for: web, portals, webxdc or telegram. Default: what it looks like.")
    var kind: Manifest.Compatibility.Kind?

    @Option(
        help:
            "The mini app's id, a reverse domain name that begins with its publisher's. Default: com.example. followed by the name."
    )
    var id: String?

    @Option(help: "The mini app's name. Default: the one that the web app gives itself.")
    var name: String?

    @Option(
        help:
            "The folder to write. Default: the name in lowercase. If it has a mini app that was imported before, its files are replaced, and its version is raised."
    )
    var into: String?

    @Option(help: "The path of the start page in the folder. Default: index.html.")
    var start: String?

    @Option(help: "Files to leave out: a name, or a path with * and ?; may be repeated.")
    var without: [String] = []

    @Option(help: "Files to include that are otherwise left out, such as '*.js.map'; may be repeated.")
    var with: [String] = []

    @Flag(help: "Bring the scripts, style sheets and typefaces into the mini app that its pages load from other sites.")
    var fetch = false

    @Flag(help: "With --fetch, also from this machine and from private networks, and through a proxy.")
    var fetchAnywhere = false

    @Option(help: "An origin that the web app connects to, such as https://api.example.com; may be repeated.")
    var network: [String] = []

    @Option(
        help:
            "An origin from which it shows pictures, films and sounds, such as https://img.example.com; may be repeated."
    )
    var media: [String] = []

    @Flag(help: "Let the web app run texts as code (eval). Reviewers see this.")
    var eval = false

    @Option(help: "The platform that an app for Capacitor is given if it asks, such as ios. Default: web.")
    var platform: String?

    @OptionGroup
    var result: ResultOptions

    func validate() throws {
        if fetchAnywhere, !fetch { throw ValidationError("--fetch-anywhere needs --fetch.") }
    }

    func run() async throws {
        try await refusing(inJSON: result.json) {
            var source = try WebAppSource(path, choice: FileChoice(without: without, with: with), start: start)
            let kind = kind ?? WebAppGuess.kind(of: source)
            let fetched = fetch ? try await source.fetch(isAnywhere: fetchAnywhere, path) : nil
            var app = ImportedWebApp(source, kind: kind)
            app.evaluates = eval
            app.platform = platform
            app.network = network
            app.media = media
            if let name { app.name = name }
            let label = MiniAppLabel.label(of: app.name)
            let folder = URL(filePath: into ?? label)
            guard !folder.lastPathComponent.isEmpty, !label.isEmpty || (id != nil && into != nil) else {
                throw Failure("\"\(app.name)\" gives no id and no folder. Set both with --id and --into.")
            }
            let inside = URL(filePath: path).standardizedFileURL.path + "/"
            guard !folder.standardizedFileURL.path.hasPrefix(inside) else {
                throw Failure(
                    "\(into ?? label) is inside \(path), and would be imported with it. Choose a folder next to it, such as --into ../\(label)."
                )
            }
            let before = try ImportedFolder(folder)
            app.root = before.manifest?.compatibility?.root ?? app.root
            let text = id ?? before.manifest?.id.rawValue ?? "com.example.\(label)"
            guard let id = MiniAppID(text) else {
                throw Failure("\"\(text)\" is not a valid mini app id. Expected a reverse domain name in lowercase.")
            }
            let files = try app.files(id: id, after: before.contents)
            let package = try naming(origins: app) { try MiniAppPackage(files: files) }
            try before.write(package.files, root: app.root)
            if let known = before.manifest?.id, known != id {
                note("The id was \(known). With another one it is another mini app, which begins with version 1.0.0.")
            }
            try report(package, source, fetched, into: into ?? label, isNew: before.manifest?.id != id)
        }
    }

    /// Rewrites the refusal of an origin to name its option instead of its position in the manifest.
    private func naming<Result>(origins app: ImportedWebApp, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let refusal as PackageRefusal {
            for (option, member, origins) in [
                ("--network", "atoll_network", app.network), ("--media", "atoll_media", app.media),
            ] {
                for (index, origin) in origins.enumerated() where refusal.subject == "\(member)[\(index)]" {
                    let local = "For an API on this machine, leave it out, and add it to atoll dev: --connect \(origin)"
                    throw Failure(
                        "\(option) \(origin): \(refusal.reason)"
                            + (DevelopmentOptions.isConnection(origin) ? " " + local : ""))
                }
            }
            throw refusal
        }
    }

    /// Sentences about problems with the app, each with a remedy.
    private func warnings(_ source: WebAppSource, _ fetched: RemoteFiles?) -> [String] {
        let references = WebAppReferences(source.files)
        var warnings: [String] = []
        if let base = references.base {
            warnings = [
                "It was built for a folder /\(base)/, which a mini app does not have. Build it with relative addresses (in Vite: base: \"./\"), and import it again."
            ]
        } else {
            warnings = Self.some(references.problems.map(\.sentence), "files are not found")
        }
        warnings += Self.some((fetched?.failures ?? []).map { "not fetched: \($0)" }, "files were not fetched")
        if fetched == nil {
            let remote = RemoteFiles.all(of: source.files).map { remote, path in
                let (what, missing) = remote.words
                return
                    "\(path) loads \(remote.url.absoluteString), \(what) of another site, which hosts don't load. Without it, the page lacks \(missing). --fetch brings it into the mini app."
            }
            warnings += Self.some(remote, "files of other sites are loaded")
        }
        if let file = source.files.first(where: { $0.path.hasSuffix(".br") }) {
            warnings.append(
                "\(file.path) is compressed with Brotli, and hosts send files as they are. Build it with gzip, which is unpacked here, or without compression (in Unity: Publishing Settings, Compression Format)."
            )
        }
        return warnings
    }

    private static let mostWarnings = 20

    /// The first sentences of a list, and the number of the others.
    private static func some(_ sentences: [String], _ what: String) -> [String] {
        guard sentences.count > mostWarnings else { return sentences }
        return sentences.prefix(mostWarnings) + ["\(sentences.count - mostWarnings) more \(what)."]
    }

    private func report(
        _ package: MiniAppPackage, _ source: WebAppSource, _ fetched: RemoteFiles?, into folder: String, isNew: Bool
    ) throws {
        let warnings = warnings(source, fetched)
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
                let warnings: [String]
                let leftOut: [String]
                let unpacked: [String]
            }
            let report = Report(
                folder: folder, id: manifest.id.rawValue, name: manifest.name,
                kind: manifest.compatibility?.kind.rawValue ?? "", version: manifest.version.code,
                files: package.files.count, bytes: package.fileList.totalBytes, findings: findings, warnings: warnings,
                leftOut: source.leftOut.map(\.path), unpacked: source.unpacked)
            try result.show(json: report)
            return
        }
        let kind = manifest.compatibility?.kind.rawValue ?? ""
        let size = ByteCountFormatter.string(fromByteCount: Int64(package.fileList.totalBytes), countStyle: .file)
        print(
            "\(isNew ? "Created" : "Updated") \(folder): \(manifest.name) (\(manifest.id)), kind \(kind), "
                + "version \(manifest.version.name), \(package.files.count) files, \(size).")
        if !source.leftOut.isEmpty { print(Self.leftOut(source.leftOut)) }
        if let fetched, fetched.count > 0 {
            print("Fetched \(fetched.count) files of \(Self.few(fetched.hosts.sorted())) into \(RemoteFiles.folder)/.")
        }
        if !source.unpacked.isEmpty { print("Unpacked: \(Self.few(source.unpacked)).") }
        let worth = findings.filter { $0.severity != .info }
        if !worth.isEmpty {
            print("Needs attention before publishing:")
            for line in Self.lines(of: worth) { print("  \(line)") }
        }
        for warning in warnings { note("warning: \(warning)") }
        print("Next:")
        let needsEval = findings.contains { finding in
            finding.code == "script-eval" && finding.severity == .block || finding.code == "handler-inline"
        }
        let word = ShellWord.quoted(folder)
        if needsEval {
            print(
                "  atoll import \(ShellWord.quoted(path)) --into \(word) --eval    if it runs texts as code, or writes markup with handlers"
            )
        }
        print("  atoll dev \(word)\(Self.connections(findings))")
        print("  atoll check \(word)    says what to change")
        let settings = try? ProjectSettings(of: folder)
        let superApp = settings?.superApps?.isEmpty == false ? "" : " --super-app ID"
        if settings?.center == nil {
            print("  atoll login EMAIL --center URL    at the Center of the super app, whose ID the next command names")
        }
        if isNew {
            print("  atoll publish \(word)\(superApp) --notes \"The first version.\"")
        } else {
            print(
                "  atoll publish \(word)\(superApp) --notes \"What is new.\"    without --bump: the version is raised already"
            )
        }
    }

    /// The options with which `atoll dev` lets the app connect to the servers of this machine that its scripts name.
    private static func connections(_ findings: [Finding]) -> String {
        let origins = findings.compactMap { finding in
            finding.text.firstMatch(of: #/https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(?=[ ,])/#).map {
                String($0.0)
            }
        }
        return Set(origins).sorted().prefix(3).map { " --connect \($0)" }.joined()
    }

    private static func leftOut(_ entries: [WebAppListing.Entry]) -> String {
        let bytes = WebAppSize.size(entries.reduce(0) { $0 + $1.bytes })
        return "Left out: \(few(entries.map(\.path))), \(bytes). Use --with NAME to include a file."
    }

    /// The first paths of a list, and the number of the others.
    private static func few(_ paths: [String]) -> String {
        let shown = paths.prefix(4).map { $0.printable(most: 80) }.joined(separator: ", ")
        return paths.count > 4 ? "\(shown) and \(paths.count - 4) more" : shown
    }

    /// A line for each kind of finding in a file, with the number of places. `atoll check` names each place.
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
