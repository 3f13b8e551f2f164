import AtollPackages
import AtollRuntime
import AtollTexts
import BoundedServer
import Foundation
import Hummingbird

/// The shell's own style sheets, scripts and images, under `/assets/<digest>/<name>`. The contents of a path never
/// change, so browsers request each file once.
struct PublicFiles: Sendable {
    private struct File {
        let contents: Data
        let digest: String
        /// The contents, compressed as much as possible, or nil if that saves nothing.
        let compressed: ByteBuffer?

        init(_ contents: Data) {
            self.contents = contents
            digest = String(SHA256Hash(of: contents).hex.prefix(16))
            compressed = Gzip.compressed(ByteBuffer(bytes: contents), level: 9)
                .flatMap { $0.readableBytes < contents.count ? $0 : nil }
        }
    }

    private let files: [String: File]
    /// The file ``texts``, by language.
    private let localizedTexts: [String: File]
    static let stylesheet = "shell.css"
    /// The texts of the scripts, in the user's language.
    static let texts = "texts.js"
    /// The scripts of the page around a mini app, combined.
    static let miniAppPage = "mini-app.js"
    /// The styles of that page, in addition to ``stylesheet``.
    static let miniAppStyles = "mini-app.css"
    /// The styles of the hub and of the details of a mini app.
    static let hubStyles = "hub.css"
    /// The script of every page.
    private static let everyPage = "app.js"
    /// The parts of that script, each for one purpose. The first has its name.
    private static let partsOfEveryPage = [
        everyPage, "kept-pages.js", "session.js", "time-zone.js", "search-trigger.js", "standing.js", "share.js",
        "rail.js", "reveal.js", "settled.js",
    ]
    private static let partsOfMiniAppPage = [
        methods, forms, "checks.js", "dialogs.js", "device.js", "host.js", "files.js", "reach.js", "launches.js",
        "consent.js",
        "queue.js", "bridge.js", "frame-cookies.js", "focus.js", "menu.js", "search.js", "shell.js",
    ]
    /// The description of the bridge, as a script.
    private static let methods = "methods.js"
    /// The script that checks values against the description.
    private static let forms = "parameters.js"

    /// Returns a script or style sheet without indentation and comment lines, which are up to a third of it and of no
    /// use to browsers.
    private static func stripped(_ contents: Data) -> Data {
        let lines = contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.drop { $0 == UInt8(ascii: " ") } }
        return joined(lines.filter { !isComment($0) }, by: "\n")
    }

    private static func isComment(_ line: Data) -> Bool {
        line.starts(with: "//".utf8) || line.starts(with: "/*".utf8) && line.suffix(2).elementsEqual("*/".utf8)
    }

    private static func joined(_ parts: [Data], by separator: String) -> Data {
        var whole = Data()
        for (index, part) in parts.enumerated() {
            if index > 0 { whole.append(contentsOf: separator.utf8) }
            whole.append(part)
        }
        return whole
    }

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - theme: CSS that is inserted before the shell's style sheet.
    ///   - pageScripts: The first and the last script of the page around a mini app, in addition to its own.
    init(theme: Data, pageScripts: (first: Data, last: Data)? = nil) throws {
        guard let folder = Bundle.module.url(forResource: "Public", withExtension: nil, subdirectory: "Resources")
        else { throw CocoaError(.fileNoSuchFile) }
        var files: [String: File] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            var contents = try Data(contentsOf: file)
            if file.lastPathComponent == Self.stylesheet { contents = theme + contents }
            if ["js", "css"].contains(file.pathExtension) { contents = Self.stripped(contents) }
            files[file.lastPathComponent] = File(contents)
        }
        files[Self.methods] = File(
            Data("// The methods that mini apps can call: bridge.json.\nglobalThis.AtollMethods = ".utf8)
                + BridgeDescription.contents + Data(";\n".utf8))
        files[Self.forms] = File(Self.stripped(BridgeDescription.checks))
        let everyPage = try Self.partsOfEveryPage.map { name in
            guard let part = files[name] else { throw CocoaError(.fileNoSuchFile) }
            return part.contents
        }
        files[Self.everyPage] = File(Self.joined(everyPage, by: ";\n"))
        let parts =
            [pageScripts?.first].compactMap(\.self) + Self.partsOfMiniAppPage.compactMap { files[$0]?.contents }
            + [pageScripts?.last].compactMap(\.self)
        files[Self.miniAppPage] = File(Self.joined(parts, by: ";\n"))
        guard let texts = files[Self.texts]?.contents else { throw CocoaError(.fileNoSuchFile) }
        localizedTexts = try Dictionary(
            uniqueKeysWithValues: ShellLanguages.all.map { language, _ in
                (language, File(try Self.texts(in: language, texts)))
            })
        self.files = files
    }

    /// The texts for the scripts, as a script that runs before the one that reads them.
    private struct Texts: Encodable {
        let language: String
        let direction: String
        let values: TextCatalog.Table
    }

    private static func texts(in language: String, _ script: Data) throws -> Data {
        let texts = Texts(
            language: language, direction: TextLanguage.isRightToLeft(language) ? "rtl" : "ltr",
            values: TextCatalog.shellScripts.table(in: language))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Data("globalThis.AtollTexts = ".utf8) + (try encoder.encode(texts)) + Data(";\n".utf8) + script
    }

    private func file(_ name: String) -> File? {
        name == Self.texts ? localizedTexts[TextLanguage.current] ?? localizedTexts["en"] : files[name]
    }

    /// Returns the path of a file, in the language of the request.
    func address(of name: String) -> String {
        "/assets/\(file(name)?.digest ?? "missing")/\(name)"
    }

    /// Returns the contents of a file, in the language of the request; empty if there is no such file.
    func contents(of name: String) -> Data { file(name)?.contents ?? Data() }

    func add(to router: Router<ShellContext>) {
        router.get("assets/:digest/:name") { request, context -> Response in
            let name = context.parameters.get("name") ?? ""
            let versions = name == Self.texts ? Array(localizedTexts.values) : files[name].map { [$0] } ?? []
            guard let file = versions.first(where: { $0.digest == context.parameters.get("digest") }) else {
                throw ShellError.notFound
            }
            var response = Response(
                status: .ok,
                headers: [
                    .contentType: MediaType.type(ofPath: name), .cacheControl: "public, max-age=31536000, immutable",
                ],
                body: .init(byteBuffer: ByteBuffer(bytes: file.contents))
            )
            if let compressed = file.compressed {
                response.headers[.vary] = "Accept-Encoding"
                if Gzip.isAccepted(by: request.headers[.acceptEncoding]) {
                    response.headers[.contentEncoding] = "gzip"
                    response.body = .init(byteBuffer: compressed)
                }
            }
            return response
        }
    }
}
